import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'

/** Settings that are a number, a mailbox or a list of secrets. */

export const wholeNumber = (name: string, min: number, max: number, remedy: string) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number; ${remedy}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `${name} must be from ${min} to ${max}; ${remedy}`,
    })

/** `orders@shop.example`, `orders@mailhost` or `Shop <orders@shop.example>`; one line, one address. */
export const mailbox = (name: string) =>
  z.string().transform((value, context) => {
    const [, given = '', written = value] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? []
    const address = readEmail(written, { oneLabel: true })
    if (address !== null && !/\p{Cc}/u.test(value)) {
      return { name: given.trim().replace(/^"(.*)"$/, '$1'), address }
    }
    context.addIssue({
      code: 'custom',
      message: `${name} must be one email address, such as orders@shop.example or Shop <orders@shop.example>`,
    })
    return z.NEVER
  })

/** Parted by commas; a sentence that contains commas, as one may have set before, is one secret. */
export function secretList(text: string): string[] {
  const parts = text.split(',').map((secret) => secret.trim())
  const isSentence = /\s/.test(text.trim()) && parts.some((part) => part.length < 32)
  return isSentence ? [text] : parts
}
