import type { Cents } from '#app/domain/money/cents.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import type { OfflineKind } from '#app/domain/payments/offline-payment.ts'
import { howPaid } from '#app/domain/payments/offline-payment.ts'
import type { Day } from '#app/domain/time/day.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { type By, notMeant } from './staff-alert-messages.ts'

export type AboutOrder = { order: { id: string; number: string } }

export const orderScreen = (id: string) => ({
  label: 'The order',
  path: `/admin/dashboard/orders/${encodeURIComponent(id)}`,
})

/** What somebody typed, or another program said, as a sentence. */
export const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** About payments, and the orders that they are for. */
export const paymentAlerts = {
  /** It was paid after the price was withdrawn. */
  'paid-at-withdrawn-price': ({ order: { id, number } }: AboutOrder) => ({
    subject: `Order ${number} was paid at a withdrawn price`,
    sentence: `Order ${number} was paid at a gold price that had been withdrawn.`,
    advice: 'Please honor the price or refund the order. Until you do, it can’t ship.',
    screen: orderScreen(id),
  }),
  /** Paid; which parts neither the payment nor its provider named, as on its page. */
  'order-without-address'({ order, missing }: AboutOrder & { missing: string[] }) {
    const { id, number } = order
    const isWhole = missing.includes('street')
    return {
      subject: `Order ${number} has no ${isWhole ? 'address' : listParts(missing)}`,
      sentence: `Order ${number} is paid, but the payment came with no ${isWhole ? 'address' : listParts(missing)}, and the payment provider has none either.`,
      advice: 'Please ask the buyer, then enter it on the order page under “Ship to.”',
      screen: orderScreen(id),
    }
  },
  /** `why`: the end of a sentence, in the provider's words where it has some. */
  'checkout-refused': ({ why }: { why: string }) => ({
    subject: 'No one can pay: Stripe is refusing checkouts',
    sentence: `Stripe refused to open a payment page: ${ended(why)} No one can pay until this is fixed.`,
    advice:
      'Check your account in the Stripe dashboard, then the key in Setup. This alert clears when a payment page opens again.',
    screen: { label: 'Setup', path: '/admin/dashboard/setup' },
  }),
  /** Stripe's own events, whose signature is not by the shop's signing secret. */
  'webhook-refused': () => ({
    subject: 'Stripe’s messages aren’t getting through',
    sentence:
      'The shop can’t accept Stripe’s messages about payments and disputes because the signing secret in Setup doesn’t match. Payments show up late.',
    advice:
      'In the Stripe dashboard, open this shop’s webhook, copy its signing secret, and save it in Setup. This alert clears with the next message that matches.',
    screen: { label: 'Setup', path: '/admin/dashboard/setup' },
  }),
  /** Money that staff say they took themselves. */
  'payment-recorded': ({
    by,
    order,
    amountCents,
    kind,
  }: By & AboutOrder & { amountCents: Cents; kind: OfflineKind }) => ({
    subject: `Payment recorded manually: ${order.number}`,
    sentence: `${by} recorded that ${formatCents(amountCents)} of order ${order.number} was paid ${howPaid[kind]}. No payment provider has confirmed it.`,
    advice: `Please make sure the money has arrived before you ship the order. ${notMeant(by)}`,
    screen: orderScreen(order.id),
  }),
  /** `fileBy`: the last day to file it. */
  'cash-report-due': ({
    order,
    fileBy,
    isOverdue,
  }: AboutOrder & { fileBy: Day; isOverdue: boolean }) => ({
    subject: `Form 8300 is ${isOverdue ? 'overdue' : 'due soon'}: ${order.number}`,
    sentence: `IRS Form 8300 for the cash paid for order ${order.number} ${isOverdue ? 'was' : 'is'} due by ${formatDay(fileBy)}.`,
    advice: 'File it with the IRS, then mark it as filed on the order page.',
    screen: orderScreen(order.id),
  }),
  'dispute-opened': ({ order: { id, number } }: AboutOrder) => ({
    subject: `The payment for order ${number} is disputed`,
    sentence: `The buyer’s bank is disputing the payment for order ${number}.`,
    advice: 'Please respond to the dispute in the Stripe dashboard before its deadline.',
    screen: orderScreen(id),
  }),
  /** `what`: as staff call it, `A dispute over $10.00 USD (fraudulent)`. */
  'unknown-payment-disputed': ({ what, reference }: { what: string; reference: string }) => ({
    subject: 'A payment without an order is disputed',
    sentence: `${what} The payment ${reference} doesn’t belong to any order in the shop.`,
    advice:
      'It may be a sale through a payment link. Please find it in the Stripe dashboard and respond before the deadline.',
    screen: { label: 'The orders', path: '/admin/dashboard/orders' },
  }),
}
