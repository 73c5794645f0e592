import { countryName } from '../address/country-name.ts'
import type { PostalAddress } from '../address/us-places.ts'

/** `Seattle, WA 98101`; of an address that was erased the state alone. */
export function placeLine({
  city,
  state,
  postalCode,
}: {
  city: string
  state: string
  postalCode: string
}): string {
  return [city, `${state} ${postalCode}`.trim()].filter((part) => part !== '').join(', ')
}

/** The last line of an address in another country; empty in the United States. */
export const countryLine = ({ country }: { country: string }): string =>
  country === 'US' ? '' : countryName(country)

/** As it is written on a package, without empty lines. */
export const addressLines = (address: PostalAddress): string[] =>
  [address.name, address.line1, address.line2, placeLine(address), countryLine(address)].filter(
    (line) => line !== '',
  )
