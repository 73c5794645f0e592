import type { PostalAddress } from '../address/us-places.ts'
import type { OrderState } from './order-state.ts'

/** Who an order goes to, and how the buyer is reached. */
export type Buyer = { email: string | null; address: PostalAddress | null }

const parts = {
  name: ({ address }) => address?.name,
  street: ({ address }) => `${address?.line1 ?? ''}\n${address?.line2 ?? ''}`.trim(),
  city: ({ address }) => address?.city,
  state: ({ address }) => address?.state,
  'ZIP code': ({ address }) => address?.postalCode,
  phone: ({ address }) => address?.phone,
  email: ({ email }) => email,
} as const satisfies Record<string, (buyer: Buyer) => string | null | undefined>

export type BuyerPart = keyof typeof parts

const names = Object.keys(parts) as BuyerPart[]

/** What a parcel cannot do without, by the words of its form. */
const needed = ['name', 'street', 'city', 'state', 'ZIP code'] as const satisfies BuyerPart[]

/** A change of these makes it another place, for a label and for the sales tax. */
const ofPlace: readonly BuyerPart[] = ['street', 'city', 'state', 'ZIP code']

const partOf = (buyer: Buyer, part: BuyerPart) => parts[part](buyer)?.trim() ?? ''

export const changedParts = (before: Buyer, after: Buyer): BuyerPart[] =>
  names.filter((part) => partOf(before, part) !== partOf(after, part))

/** Many countries have no states, and some no postal codes. */
const neededAbroad = ['name', 'street', 'city'] as const satisfies BuyerPart[]

const isAbroad = (address: Buyer['address']) => address !== null && address.country !== 'US'

export const missingParts = (address: Buyer['address']): BuyerPart[] =>
  (isAbroad(address) ? neededAbroad : needed).filter(
    (part) => partOf({ email: null, address }, part) === '',
  )

export const isAnotherPlace = (changed: readonly string[]) =>
  ofPlace.some((part) => changed.includes(part))

/** Whether a label that was bought shows something else. */
export const isAnotherLabel = (changed: readonly string[]) =>
  isAnotherPlace(changed) || changed.includes('name')

/** Whether emails went, or were to go, to an address that is not the buyer's: its reader has the order's link. */
export const isAnotherReader = (before: Pick<Buyer, 'email'>, after: Pick<Buyer, 'email'>) =>
  before.email !== null && before.email !== after.email

/** `name, city and ZIP code` */
export function listParts(listed: readonly string[]): string {
  const last = listed.at(-1) ?? ''
  return listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${last}` : last
}

/**
 * Whether staff may correct buyer and engravings: until all of it is sent. Of an unpaid order of the web the
 * payment page asks for the buyer and names the pieces, and Stripe is asked for it with the same words again.
 */
export const mayCorrect = ({ state, origin }: { state: OrderState; origin: 'web' | 'staff' }) =>
  state === 'paid' || (state === 'pending' && origin === 'staff')

/**
 * Whether staff may correct how the buyer is reached and what the receipt says, once the order was shipped,
 * handed over or ended. Where it was shipped to stays as it was.
 */
export const mayCorrectContact = ({
  state,
  origin,
  email,
}: {
  state: OrderState
  origin: 'web' | 'staff'
  email: string | null
}) =>
  state === 'fulfilled' ||
  state === 'refunded' ||
  ((state === 'expired' || state === 'cancelled') && (origin === 'staff' || email !== null))

/** The buyer as documents and emails name them. */
export const contactOf = ({
  email,
  shippingAddress,
  billingAddress,
}: {
  email: string | null
  shippingAddress: PostalAddress | null
  billingAddress: PostalAddress | null
}): Buyer => ({ email, address: billingAddress ?? shippingAddress })
