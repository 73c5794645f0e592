/**
 * Every place the United States Postal Service delivers to, by its two letters.
 * Source: USPS Publication 28, Appendix B; UM by ISO 3166-2:US.
 */

export const usStates: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
}

const usTerritories: Readonly<Record<string, string>> = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  UM: 'U.S. Minor Outlying Islands',
  VI: 'U.S. Virgin Islands',
}

/** Separate countries with domestic mail of the USPS. */
const freelyAssociated = {
  FM: 'Federated States of Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
}

const armedForces = {
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

/**
 * Why the post asks a customs form of goods from the States; null where it asks for none. Puerto Rico and
 * the Virgin Islands need none. Source: DMM 608.2.3 and 703.2.3.
 */
export function customsZone(state: string): 'armed forces' | 'territory' | 'abroad' | null {
  if (Object.hasOwn(armedForces, state)) return 'armed forces'
  if (Object.hasOwn(freelyAssociated, state)) return 'abroad'
  return ['AS', 'GU', 'MP'].includes(state) ? 'territory' : null
}

/** Where a shop can be, and be registered for sales tax. */
export const taxPlaces: Readonly<Record<string, string>> = { ...usStates, ...usTerritories }

/** Where a parcel can go. */
export const usPlaces: Readonly<Record<string, string>> = {
  ...taxPlaces,
  ...freelyAssociated,
  ...armedForces,
}

/**
 * What else people write, by code: the abbreviations of the U.S. Government Publishing Office's Style
 * Manual, 9.13, and the names that payment pages and shops use.
 */
const otherNames: Readonly<Record<string, string>> = {
  AA: 'Armed Forces of the Americas|Armed Forces Americas, except Canada',
  AE: 'Armed Forces Africa|Armed Forces Canada|Armed Forces Middle East|Armed Forces Europe, the Middle East, and Canada',
  AL: 'Ala',
  AZ: 'Ariz',
  AR: 'Ark',
  CA: 'Calif|Cal',
  CO: 'Colo',
  CT: 'Conn',
  DC: 'Washington DC',
  DE: 'Del',
  FL: 'Fla',
  FM: 'Micronesia',
  IL: 'Ill',
  IN: 'Ind',
  KS: 'Kans|Kan',
  MA: 'Mass',
  MH: 'Republic of the Marshall Islands',
  MI: 'Mich',
  MN: 'Minn',
  MP: 'CNMI|Commonwealth of the Northern Mariana Islands',
  MS: 'Miss',
  MT: 'Mont',
  NE: 'Nebr|Neb',
  NV: 'Nev',
  NM: 'N Mex',
  ND: 'N Dak',
  OK: 'Okla',
  OR: 'Oreg|Ore',
  PA: 'Penn|Penna',
  PW: 'Republic of Palau',
  SD: 'S Dak',
  TN: 'Tenn',
  TX: 'Tex',
  UM: 'United States Minor Outlying Islands',
  VI: 'USVI|Virgin Islands|United States Virgin Islands|Virgin Islands of the United States|Virgin Islands, U.S.',
  WA: 'Wash',
  WI: 'Wis|Wisc',
  WV: 'W Va',
  WY: 'Wyo',
}

/** Letters of any width and case, without accents, spaces, points and dashes. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Z}\p{P}\p{Cc}\p{Cf}\u02BB\u02BC]/gu, '')
    .toUpperCase()

const codes = new Map(
  Object.entries(usPlaces).flatMap(([code, name]) =>
    [code, name, ...(otherNames[code]?.split('|') ?? [])].map(
      (each) => [folded(each), code] as const,
    ),
  ),
)

/** `Washington`, `wash.`, `US-WA`, `State of Washington` → `WA`; null where it is no place of the list. */
export function readState(text: string): string | null {
  const key = folded(text)
  const plain = key.replace(/^US(?=[A-Z]{2}$)|^(STATE|COMMONWEALTH|TERRITORY)OF|STATE$/, '')
  return codes.get(key) ?? codes.get(plain) ?? null
}

/** `WA` → `Washington`; any other text as it is. */
export const stateName = (state: string) => usPlaces[readState(state) ?? ''] ?? state

/** `981011234`, `98101 – 1234`, `９８１０１` → `98101-1234`, `98101`; null where it is no ZIP code. */
export function readZip(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\p{Z}\p{Pd}\p{Cc}\p{Cf}\u2212]+/gu, '')
  const [, five, four] = /^(\d{5})(\d{4})?$/.exec(plain) ?? []
  if (!five) return null
  return four ? `${five}-${four}` : five
}

/** Where a parcel goes, as on its label; the country by ISO 3166. */
export type PostalAddress = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
  /** Left out where none is known. */
  phone?: string
}

/**
 * An address with state and ZIP code in their one form; a territory that was given as a country becomes
 * a state of the US. What is not understood, and places abroad, stay as they are.
 */
export function normalAddress<A extends Partial<PostalAddress>>(address: A): A {
  const country = (address.country ?? '').trim().toUpperCase()
  const territory = country in usTerritories
  if (country !== 'US' && !territory) return address
  const state = territory ? country : readState(address.state ?? '')
  const postalCode = readZip(address.postalCode ?? '')
  return {
    ...address,
    ...(state && { state }),
    ...(postalCode && { postalCode }),
    country: 'US',
  }
}
