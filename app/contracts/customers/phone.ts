import { z } from 'zod'
import { readPhone } from '#app/domain/address/phone.ts'
import { line } from '../platform/text.ts'

export const maxPhoneLength = 40

/** The phone number of a buyer, as staff write it; kept with the address. Empty: none. */
export const phoneField = line
  .pipe(z.string().max(maxPhoneLength, `Please use no more than ${maxPhoneLength} characters.`))
  .default('')
  .refine(
    (text) => text === '' || readPhone(text) !== null,
    'Please enter a phone number with its area code, like (206) 555-0100.',
  )
