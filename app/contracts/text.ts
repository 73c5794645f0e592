import { z } from 'zod'

/** One line of plain text: blanks single, no control characters, which a database may refuse. */
export const line = z.string().transform((text) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim(),
)
