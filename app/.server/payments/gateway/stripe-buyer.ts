import { z } from 'zod'
import type { PostalAddress } from '#app/domain/address/us-places.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import type { PaymentEvent } from './payment-event.ts'

/**
 * Who pays and where the goods go, wherever a version of Stripe's API puts it. A webhook has the version
 * of its endpoint, not of this program. None of it can fail a payment: what cannot be read is missing.
 * Source: https://docs.stripe.com/upgrades and the reference of Checkout Sessions of each version.
 */

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => withoutDirection(value ?? '').trim())

/** A part that may be absent, an id that was not expanded, or of another form. */
const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(null)

const address = z.object({
  line1: text,
  line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
})
const person = z.object({ name: text, email: text, phone: text, address: maybe(address) })
type Person = z.output<typeof person>

const charge = z.object({ billing_details: maybe(person), shipping: maybe(person) })

const places = z.object({
  /** From 2025-03-31 on. */
  collected_information: maybe(
    z.object({ shipping_details: maybe(person), individual_name: text, business_name: text }),
  ),
  /** From 2022-08-01 on. */
  shipping_details: maybe(person),
  /** Before. */
  shipping: maybe(person),
  customer_details: maybe(person),
  /** Where the address of the buyer was known before the page was opened; in the oldest events always. */
  customer_email: text,
  payment_intent: maybe(
    z.object({
      shipping: maybe(person),
      receipt_email: text,
      latest_charge: maybe(charge),
      /** Before 2022-11-15; the newest first. */
      charges: maybe(z.object({ data: z.array(charge) })),
    }),
  ),
  customer: maybe(person.extend({ shipping: maybe(person) })),
})

export type Buyer = Pick<PaymentEvent, 'email' | 'address'> & {
  /** Who pays, or whom it goes to, also where no address was asked for. */
  name: string | null
  billedIn: string | null
}

/** Of a session, with its payment expanded where it was retrieved. */
export function buyerOf(session: unknown): Buyer {
  const { success, data } = places.safeParse(session)
  if (!success) return { email: null, address: null, name: null, billedIn: null }
  const { collected_information: collected, customer_details: details } = data
  const { customer, payment_intent: payment } = data
  const charged = payment?.latest_charge ?? payment?.charges?.data[0]
  const billing = charged?.billing_details
  const wentTo = firstWithStreet([
    collected?.shipping_details,
    data.shipping_details,
    data.shipping,
    payment?.shipping,
    charged?.shipping,
    customer?.shipping,
  ])
  // A parcel needs a name: where none was given with the address it goes to the person who pays.
  const name = first(
    wentTo?.name,
    collected?.individual_name,
    collected?.business_name,
    details?.name,
    billing?.name,
    customer?.name,
  )
  const phone = first(wentTo?.phone, details?.phone, billing?.phone, customer?.phone)
  const email = first(
    details?.email,
    data.customer_email,
    payment?.receipt_email,
    billing?.email,
    customer?.email,
  )
  return {
    email: email || null,
    name: name || null,
    address: wentTo?.address ? addressOf(wentTo.address, name, phone) : null,
    billedIn: first(details?.address?.country, billing?.address?.country) || null,
  }
}

/** The first with a street, else the first with anything. */
function firstWithStreet(found: readonly (Person | null | undefined)[]): Person | undefined {
  const given = found.filter((each) => each?.address).map((each) => each as Person)
  return given.find((each) => each.address?.line1 !== '') ?? given[0]
}

const first = (...texts: (string | undefined)[]) => texts.find((each) => each) ?? ''

function addressOf(
  { postal_code: postalCode, ...rest }: z.output<typeof address>,
  name: string,
  phone: string,
): PostalAddress {
  return { name, ...rest, postalCode, ...(phone && { phone }) }
}
