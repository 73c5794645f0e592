import { formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import { howPaid } from '#app/domain/payments/offline-payment.ts'
import { formatDay } from '#app/domain/time/day.ts'
import type { AlertContent, AlertMessages } from './alert.ts'
import { notMeant } from './staff-alert-messages.ts'

export const orderScreen = (id: string) => ({
  label: 'The order',
  path: `/admin/dashboard/orders/${encodeURIComponent(id)}`,
})

/** What somebody typed, or another program said, as a sentence. */
export const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

type PaymentAlert = Extract<
  AlertContent,
  {
    kind:
      | 'paid-at-withdrawn-price'
      | 'order-without-address'
      | 'checkout-refused'
      | 'webhook-refused'
      | 'payment-recorded'
      | 'cash-report-due'
      | 'dispute-opened'
      | 'unknown-payment-disputed'
  }
>

/** About payments, and the orders that they are for. */
export function paymentAlertMessages(alert: PaymentAlert): AlertMessages {
  switch (alert.kind) {
    case 'paid-at-withdrawn-price': {
      const { id, number } = alert.facts.order
      return {
        subject: `Order ${number} was paid at a withdrawn price`,
        sentence: `Order ${number} was paid at a gold price that had been withdrawn.`,
        advice: 'Please honor the price or refund the order. Until you do, it can’t ship.',
        screen: orderScreen(id),
      }
    }
    case 'order-without-address': {
      const { order, missing } = alert.facts
      const { id, number } = order
      const isWhole = missing.includes('street')
      return {
        subject: `Order ${number} has no ${isWhole ? 'address' : listParts(missing)}`,
        sentence: `Order ${number} is paid, but the payment came with no ${isWhole ? 'address' : listParts(missing)}, and the payment provider has none either.`,
        advice: 'Please ask the buyer, then enter it on the order page under “Ship to.”',
        screen: orderScreen(id),
      }
    }
    case 'checkout-refused':
      return {
        subject: 'No one can pay: Stripe is refusing checkouts',
        sentence: `Stripe refused to open a payment page: ${ended(alert.facts.why)} No one can pay until this is fixed.`,
        advice:
          'Check your account in the Stripe dashboard, then the key in Setup. This alert clears when a payment page opens again.',
        screen: { label: 'Setup', path: '/admin/dashboard/setup' },
      }
    case 'webhook-refused':
      return {
        subject: 'Stripe’s messages aren’t getting through',
        sentence:
          'The shop can’t accept Stripe’s messages about payments and disputes because the signing secret in Setup doesn’t match. Payments show up late.',
        advice:
          'In the Stripe dashboard, open this shop’s webhook, copy its signing secret, and save it in Setup. This alert clears with the next message that matches.',
        screen: { label: 'Setup', path: '/admin/dashboard/setup' },
      }
    case 'payment-recorded': {
      const { by, order, amountCents, kind } = alert.facts
      return {
        subject: `Payment recorded manually: ${order.number}`,
        sentence: `${by} recorded that ${formatCents(amountCents)} of order ${order.number} was paid ${howPaid[kind]}. No payment provider has confirmed it.`,
        advice: `Please make sure the money has arrived before you ship the order. ${notMeant(by)}`,
        screen: orderScreen(order.id),
      }
    }
    case 'cash-report-due': {
      const { order, fileBy, isOverdue } = alert.facts
      return {
        subject: `Form 8300 is ${isOverdue ? 'overdue' : 'due soon'}: ${order.number}`,
        sentence: `IRS Form 8300 for the cash paid for order ${order.number} ${isOverdue ? 'was' : 'is'} due by ${formatDay(fileBy)}.`,
        advice: 'File it with the IRS, then mark it as filed on the order page.',
        screen: orderScreen(order.id),
      }
    }
    case 'dispute-opened': {
      const { id, number } = alert.facts.order
      return {
        subject: `The payment for order ${number} is disputed`,
        sentence: `The buyer’s bank is disputing the payment for order ${number}.`,
        advice: 'Please respond to the dispute in the Stripe dashboard before its deadline.',
        screen: orderScreen(id),
      }
    }
    case 'unknown-payment-disputed': {
      const { what, reference } = alert.facts
      return {
        subject: 'A payment without an order is disputed',
        sentence: `${what} The payment ${reference} doesn’t belong to any order in the shop.`,
        advice:
          'It may be a sale through a payment link. Please find it in the Stripe dashboard and respond before the deadline.',
        screen: { label: 'The orders', path: '/admin/dashboard/orders' },
      }
    }
  }
}
