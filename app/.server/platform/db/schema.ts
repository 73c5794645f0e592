import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { at, buyerEmail, centsOf, madeId, rate, shippingAddress } from './columns.ts'

/**
 * The tables as the queries see them. What they refuse is in db/migrations, which makes them.
 * Money of products and rates of gold are exact decimals (numeric, read as strings); money of
 * orders is whole cents; times carry their zone.
 */

/** The table also has `search_text`, which the database makes automatically; no list reads it. */
export const orders = pgTable('orders', {
  id: text().primaryKey(),
  /** Read aloud on the phone: `FN-7K3M-Q9XZ`. Random, so it cannot be walked [ORDER-04]. */
  number: text().notNull().unique(),
  /** The address of the confirmation page; unguessable. */
  token: text().notNull().unique(),
  /** How often the token was replaced; part of what the shop signs in its other links. */
  linkVersion: integer('link_version').notNull().default(0),
  state: text()
    .$type<'pending' | 'paid' | 'fulfilled' | 'refunded' | 'expired' | 'cancelled'>()
    .notNull(),
  /** The id of the quote it was placed with: one quote, one order. */
  quoteId: text('quote_id').notNull().unique(),
  totalCents: centsOf('total_cents').notNull(),
  currency: text().notNull(),
  email: buyerEmail(),
  shippingAddress: shippingAddress('shipping_address'),
  /** Of the buyer, once staff corrected it after it was shipped; null: the one it is shipped to. */
  billingAddress: shippingAddress('billing_address'),
  goldPricePerOunce: rate('gold_price_per_ounce').notNull(),
  goldPricePerGram: rate('gold_price_per_gram').notNull(),
  goldSource: text('gold_source').notNull(),
  goldTakenAt: at('gold_taken_at').notNull(),
  /** The row of gold_price_history it was placed at; null: the default record, or not kept. */
  goldPriceId: bigint('gold_price_id', { mode: 'number' }),
  /** When staff withdrew that price, and when they honored it for this order anyway. */
  priceWithdrawnAt: at('price_withdrawn_at'),
  priceHonoredAt: at('price_honored_at'),
  /** Whose orders are counted together (orders/client-orders.ts); null: nobody's, or cleared. */
  clientHash: text('client_hash'),
  /** The last correction of the price its quote knew of; null: none. */
  goldCorrectedAt: at('gold_corrected_at'),
  paymentProvider: text('payment_provider').$type<'test' | 'stripe'>().notNull(),
  paymentSession: text('payment_session').unique(),
  paymentUrl: text('payment_url'),
  paymentReference: text('payment_reference'),
  /** Why staff must look at it before anything else happens [ORDER-06]; null when all is well. */
  holdReason: text('hold_reason'),
  tracking: text(),
  /** The work on it; null until it is paid, and kept in line with the state by the database. */
  step: text().$type<OrderStep>(),
  /** The last day to send it, on the shop's clock; null until it is paid. */
  shipBy: date('ship_by', { mode: 'string' }),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  paidAt: at('paid_at'),
  expiresAt: at('expires_at').notNull(),
  dispute: text().$type<'open' | 'won' | 'lost'>(),
  disputeOccurredAt: at('dispute_occurred_at'),
  /** The shopper is done, and the money is on its way; it does not run out. */
  paymentProcessingAt: at('payment_processing_at'),
  /** When the provider was last asked about an address, name or email address that is missing. */
  buyerAskedAt: at('buyer_asked_at'),
  /** When the provider was last asked about it. */
  paymentReconciledAt: at('payment_reconciled_at'),
  /** True where a real card is charged; false for test payments, the shop's own and Stripe's. */
  livemode: boolean().notNull(),
  /** How the buyer chose to pay. */
  payBy: text('pay_by').$type<PayBy>().notNull().default('card'),
  /** Taken off by a code and for paying by bank; the total is what is left. */
  discountCents: centsOf('discount_cents').notNull().default(0),
  /** The discount code it was placed with, as it was written then, and its part of the discount. */
  discountCodeId: bigint('discount_code_id', { mode: 'number' }),
  discountCode: text('discount_code'),
  codeDiscountCents: centsOf('code_discount_cents').notNull().default(0),
  /** Entered with a code that is limited per email address. */
  codeEmail: text('code_email'),
  /** The provider's name of the person who pays by wire, one for each order. */
  paymentCustomer: text('payment_customer').unique(),
  buyNow: boolean('buy_now').notNull().default(false),
  /** What goes with it as a gift, as `giftNoteOf` left it; null: nothing. */
  giftNote: text('gift_note'),
  /** By a shopper on the web, or by staff; and by whom of them. */
  origin: text().$type<'web' | 'staff'>().notNull().default('web'),
  madeBy: text('made_by'),
  /** The tax staff agreed to, in percent; null: none, or its payment page adds it. */
  taxRate: numeric('tax_rate', { precision: 7, scale: 4 }),
  taxState: text('tax_state'),
  taxCents: centsOf('tax_cents').notNull().default(0),
  /** Sales tax is added when it is paid; when its lines' tax was last requested, and when stored. */
  withTax: boolean('with_tax').notNull().default(false),
  /** What the payment page of a wire or a debit adds to the total, once it has said so [BANK-09]. */
  pageTaxCents: centsOf('page_tax_cents'),
  /** Until when a wire may arrive at its price; null: not paid by wire. */
  wireDueBy: at('wire_due_by'),
  /** It has ended, and its payment is still to be stopped at the provider [WIRE-07]. */
  stopsPayment: boolean('stops_payment').notNull().default(false),
  lineTaxesAskedAt: at('line_taxes_asked_at'),
  lineTaxesKnownAt: at('line_taxes_known_at'),
  /** Paid beyond what was sold, neither refunded nor declined; written with each entry of its ledger [TODAY-11]. */
  overpaidCents: centsOf('overpaid_cents').notNull().default(0),
  /** What staff decided not to refund, while the order has that money; a dispute does not end it [TODAY-12]. */
  notRefundedCents: centsOf('not_refunded_cents').notNull().default(0),
  /** Why, in a sentence for the buyer; empty: none [MAIL-19]. */
  notRefundedNote: text('not_refunded_note').notNull().default(''),
  /** Raised by every change of the order; staff act on the one they saw. */
  revision: integer().notNull().default(1),
  /** A change of it waits for its payment: nothing ships until then. */
  editWaiting: boolean('edit_waiting').notNull().default(false),
  /** How many of its holds are not released; the database counts them. */
  openHolds: integer('open_holds').notNull().default(0),
  /** Whether its payment page asks for 3-D Secure of every card, or leaves it to the provider. */
  threeDSecure: text('three_d_secure').$type<'any' | 'automatic'>().notNull().default('any'),
  /** Staff must look: held money, what must not be sent, a withdrawn price. The database computes it. */
  needsReview: boolean('needs_review')
    .notNull()
    .generatedAlwaysAs(
      sql`hold_reason is not null or open_holds > 0 or (price_withdrawn_at is not null and price_honored_at is null and state in ('paid', 'fulfilled'))`,
    ),
})

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    name: text().notNull(),
    size: text().notNull(),
    /** Height by width, `19 × 19 mm`, as the catalog had it; null: not kept. */
    measures: text(),
    weightMg: bigint('weight_mg', { mode: 'number' }).notNull(),
    /** It was sold as one that is not returnable for a change of mind [RETURN-14]. */
    finalSale: boolean('final_sale').notNull().default(false),
    pricePerGram: rate('price_per_gram').notNull(),
    metalValueCents: centsOf('metal_value_cents').notNull(),
    feeCents: centsOf('fee_cents').notNull(),
    /** What was chosen beside the size; weight and fee include what it adds. */
    options: jsonb().$type<readonly OptionChoice[]>().notNull().default([]),
    /** What is engraved on each of its pieces; null: nothing, or erased with its buyer's data. */
    engraving: text(),
    engravingFeeCents: centsOf('engraving_fee_cents').notNull().default(0),
    unitPriceCents: centsOf('unit_price_cents').notNull(),
    quantity: integer().notNull(),
    lineTotalCents: centsOf('line_total_cents').notNull(),
    taxCode: text('tax_code'),
    discountCents: centsOf('discount_cents').notNull().default(0),
    /** What of it the code took off, and whether that was also off the gold. */
    codeDiscountCents: centsOf('code_discount_cents').notNull().default(0),
    codeOffMetal: boolean('code_off_metal').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
)

export type OrderRow = typeof orders.$inferSelect

/** Who moved an order from where to where, when and why. */
export const orderHistory = pgTable('order_history', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  orderId: text('order_id').notNull(),
  fromState: text('from_state'),
  toState: text('to_state').notNull(),
  at: at('at').notNull(),
  actor: text().$type<'shopper' | 'staff' | 'payment provider' | 'system'>().notNull(),
  by: text('by').notNull(),
  why: text().notNull(),
  /** Where the work on it moved as well. */
  fromStep: text('from_step').$type<OrderStep>(),
  toStep: text('to_step').$type<OrderStep>(),
})

/** What the payment provider said, each event once, with what it led to [ORDER-05, ORDER-06]. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  provider: text().$type<'test' | 'stripe'>().notNull(),
  type: text().notNull(),
  orderId: text('order_id'),
  amountCents: centsOf('amount_cents'),
  currency: text(),
  outcome: text().notNull(),
  /** The provider's own name of the payment, who paid, and where it goes; for one on hold too. */
  reference: text(),
  email: buyerEmail(),
  shippingAddress: shippingAddress('shipping_address'),
  /** When the provider says it happened. */
  occurredAt: at('occurred_at'),
  /** The provider's id of the refund or dispute it is about. */
  objectId: text('object_id'),
  /** Found by asking the provider, not reported by webhook. */
  reconciled: boolean().notNull().default(false),
  /** As its order's; one of the other mode is recorded and never applied [MODE-02]. */
  livemode: boolean().notNull(),
  payload: jsonb().notNull(),
  receivedAt: at('received_at').notNull(),
  /** As in the audit log: who paid is hashed apart, and can be erased. */
  personalDigest: text('personal_digest'),
  personalSalt: text('personal_salt'),
})

export type SingleOrderEmailKind =
  | `order-${'paid' | 'part' | 'fulfilled' | 'delivered' | 'tracking' | 'refunded' | 'link' | 'new-link' | 'list' | 'wire' | 'wire-late' | 'wire-canceled' | 'wire-extra' | 'payment-extra' | 'debit' | 'debit-failed' | 'delay' | 'pay' | 'canceled' | 'closed' | 'refund-declined' | 'certificate'}-buyer`
  | `order-return-${'asked' | 'accepted' | 'received' | 'refused'}-buyer`
  | `order-${'paid' | 'part' | 'debit' | 'debit-failed' | 'late' | 'dispute-due' | 'held' | 'hold' | 'delay' | 'return' | 'dispute-open' | 'dispute-won' | 'dispute-lost'}-staff`

/** To staff, what a visitor wrote; to the visitor, what staff answered. */
export type MessageEmailKind = 'message-staff' | 'message-answer'

/** About a trade-in: to its owner, or to staff. */
export type TradeInEmailKind =
  | `trade-in-${'requested' | 'accepted' | 'declined' | 'received' | 'offered' | 'agreed'}-owner`
  | `trade-in-${'paid' | 'done' | 'used' | 'returning' | 'returned' | 'ended' | 'credit'}-owner`
  | `trade-in-${'requested' | 'answered'}-staff`

export const isTradeInKind = (kind: string): kind is TradeInEmailKind =>
  kind.startsWith('trade-in-')

/** Emails: queued with what they are about, written and sent by a job. */
export const emailOutbox = pgTable('mail_outbox', {
  id: madeId(),
  /** An email is about an order, an alert, an invitation, a message or a price alert. */
  orderId: text('order_id'),
  alertId: text('alert_id'),
  invitationId: text('invitation_id'),
  messageId: text('message_id'),
  /** The alert itself is gone once its email is queued. */
  priceAlertId: text('price_alert_id'),
  /** One that is sent has no address any longer. */
  cartReminderId: text('cart_reminder_id'),
  tradeInId: text('trade_in_id'),
  kind: text()
    .$type<
      | SingleOrderEmailKind
      | 'alert'
      | 'invitation'
      | 'price-alert'
      | 'cart-reminder'
      | MessageEmailKind
      | TradeInEmailKind
    >()
    .notNull(),
  occasion: text().notNull().default(''),
  state: text().$type<'waiting' | 'sent' | 'failed' | 'kept'>().notNull().default('waiting'),
  recipient: text(),
  subject: text(),
  text: text(),
  html: text(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: at('next_attempt_at').notNull(),
  lastError: text('last_error'),
  createdAt: at('created_at').notNull(),
  sentAt: at('sent_at'),
})
