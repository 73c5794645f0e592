import { readPhone } from '#app/domain/address/phone.ts'
import { readState, readZip } from '#app/domain/address/us-places.ts'
import { lineUpTo, readBy } from '../platform/text.ts'

export const stateMessage = 'Please enter a state, territory, or armed forces code, like WA.'
export const zipMessage = 'Please enter a five-digit ZIP code, like 98101.'

/** By name or code, as its code [PLACE-01]. */
export const stateField = readBy(readState, stateMessage)

/** As `98101` or `98101-1234` [PLACE-02]. */
export const zipField = readBy(readZip, zipMessage)

export const maxPhoneLength = 40

/** The phone number of a buyer, as staff write it; kept with the address. Empty: none. */
export const phoneField = lineUpTo(maxPhoneLength)
  .default('')
  .refine(
    (text) => text === '' || readPhone(text) !== null,
    'Please enter a phone number with its area code, like (206) 555-0100.',
  )
