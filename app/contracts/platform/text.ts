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

const tooLong = (max: number) => `Please use no more than ${max} characters.`

/** One line of at most so many characters; it may be empty. */
export const lineUpTo = (max: number, message = tooLong(max)) =>
  line.pipe(z.string().max(max, message))

/** The same, and not empty. */
export const filledLine = (missing: string, max: number, message = tooLong(max)) =>
  line.pipe(z.string().min(1, missing).max(max, message))

/** What a reader makes of an entered text; null is refused with `message`. */
export const readBy = <Read>(
  read: (text: string) => Read | null,
  message: string | (() => string),
  input: z.ZodType<string, string> = z.string({ error: message }),
) =>
  input.transform((text, context): Read => {
    const found = read(text)
    if (found !== null) return found
    context.addIssue({ code: 'custom', message: typeof message === 'string' ? message : message() })
    return z.NEVER
  })
