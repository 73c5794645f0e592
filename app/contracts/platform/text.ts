import { z } from 'zod'
import { withoutDirection } from '#app/domain/text/no-break.ts'

/**
 * One line of plain text: blanks single, no control characters, which a database may refuse, and none that turn
 * the direction of a text [PRINT-06].
 */
export const line = z.string().transform((text) =>
  withoutDirection(text)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim(),
)

/**
 * What a reader makes of a entered text; null where nothing was entered. A union with an empty text would
 * answer with the validator's words in place of `message` [FORM-30].
 */
export const blankOr = <Read>(read: (text: string) => Read | null, message: string) =>
  line.default('').transform((text, context): Read | null => {
    const value = text === '' ? null : read(text)
    if (text !== '' && value === null) context.addIssue({ code: 'custom', message })
    return value
  })
