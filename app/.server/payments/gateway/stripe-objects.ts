import { z } from 'zod'
import { cents } from '#app/domain/money/cents.ts'

/** What is read of Stripe's objects: no card data and no secret. */

const wholeCents = z.int().min(0).transform(cents)
/** Of a sum; whether the parts add up is judged with the order. */
const partCents = z.int().transform(cents)
/** An id, or the thing itself where it was expanded. */
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
export const session = z.object({
  id: z.string(),
  livemode: z.boolean(),
  mode: z.string(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: wholeCents.nullish(),
  amount_subtotal: partCents.nullish(),
  total_details: z
    .object({
      amount_tax: partCents,
      amount_shipping: partCents.nullish(),
      amount_discount: partCents.nullish(),
    })
    .nullish(),
  shipping_cost: z.object({ amount_subtotal: partCents }).nullish(),
  automatic_tax: z
    .object({ enabled: z.boolean(), status: z.string().nullish() })
    .nullish()
    .catch(null),
  currency: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_link: idOf.nullish(),
  payment_intent: idOf.nullish(),
})
export type Session = z.output<typeof session>

/** The payment of a session, where it came expanded. */
export const payment = z.object({
  payment_intent: z.object({
    status: z.string().nullish(),
    amount: wholeCents.nullish(),
    amount_received: wholeCents.nullish(),
    currency: z.string().nullish(),
  }),
})

export const charge = z.object({
  id: z.string(),
  amount_refunded: wholeCents,
  currency: z.string(),
  payment_intent: idOf.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const refund = z.object({
  id: z.string(),
  amount: wholeCents,
  currency: z.string(),
  payment_intent: idOf.nullish(),
  charge: z.object({ payment_intent: idOf.nullish() }).nullish().catch(null),
  customer: idOf.nullish(),
  status: z.string().nullish(),
})
export const refundWithIds = refund.extend({ metadata: z.record(z.string(), z.string()).nullish() })

/** What every event has: one of version 1 with its object in it, or one that only names its object. */
export const namedEvent = z.object({
  id: z.string().min(1),
  object: z.string(),
  type: z.string().min(1),
  livemode: z.boolean().nullish(),
})
export const envelope = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string().min(1),
  created: z.int(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  context: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})
export type Envelope = z.output<typeof envelope>
