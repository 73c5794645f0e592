import { phoneUri, readPhone } from '../address/phone.ts'

/** Who the shop is: `brand.ts` holds the ones it comes with, staff save others. */
export type Brand = {
  name: string
  /** The fineness as a mark. Of the metal, so nobody edits it. */
  mark: string
  tagline: string
  description: string
  email: string
  phone: string
  /** The same in E.164, for machines; as it is written where it cannot be read. */
  phoneNumber: string
  /** The same as a link, made on the server so that pages need not read numbers; empty where nobody could dial it. */
  phoneLink: string
  address: { street: string; city: string; region: string; postalCode: string; country: string }
  /** The shop's clock, by its IANA name; staff read every time on it. */
  timeZone: string
  hours: string
  closed: string
  /** What is promised of every parcel, as a sentence; empty: nothing. */
  parcels: string
  /** Who pays for a return, as a sentence; empty: nothing is said. */
  returnShipping: string
  /** What else is promised in texts and documents, one definition each [PROMISE-01]. */
  recastPrice: string
  customTime: string
  restockingFee: string
  /** Of custom work, suggested when staff make its order. */
  deposit: string
  /** Who makes the pieces, and where, as staff say it; empty: nothing is shown of it. */
  founder: string
  workshop: string
  videoChannel: string
}

/** On one line, as on an envelope: `1 Pike Street, Seattle, WA 98101`. */
export const addressLine = ({ street, city, region, postalCode }: Brand['address']): string =>
  `${street}, ${city}, ${region} ${postalCode}`

/** The facts with what was saved in their place, by field: `email`, `address.street`. */
export function brandWith(facts: Brand, saved: Readonly<Record<string, string>>): Brand {
  const of = (name: string, value: string) => saved[name] ?? value
  const { address } = facts
  const phone = of('phone', facts.phone)
  const dialed = readPhone(phone)
  return {
    ...facts,
    name: of('name', facts.name),
    tagline: of('tagline', facts.tagline),
    description: of('description', facts.description),
    email: of('email', facts.email),
    phone,
    phoneNumber: dialed?.number ?? phone,
    phoneLink: dialed ? phoneUri(dialed) : '',
    hours: of('hours', facts.hours),
    closed: of('closed', facts.closed),
    parcels: of('parcels', facts.parcels),
    returnShipping: of('returnShipping', facts.returnShipping),
    recastPrice: of('recastPrice', facts.recastPrice),
    customTime: of('customTime', facts.customTime),
    restockingFee: of('restockingFee', facts.restockingFee),
    deposit: of('deposit', facts.deposit),
    founder: of('founder', facts.founder),
    workshop: of('workshop', facts.workshop),
    videoChannel: of('videoChannel', facts.videoChannel),
    address: {
      ...address,
      street: of('address.street', address.street),
      city: of('address.city', address.city),
      region: of('address.region', address.region),
      postalCode: of('address.postalCode', address.postalCode),
    },
  }
}
