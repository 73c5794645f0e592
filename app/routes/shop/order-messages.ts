import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { type OrderState, wasPaid } from '#app/domain/orders/order-state.ts'
import type { BankClaim } from '#app/domain/risk/hold.ts'

/** `Wed, Mar 11`, on the shop's clock; an order delivered before the shop noted when has no day. */
export const deliveredMessage = (day: string | null) => ({
  mark: 'Delivered',
  heading: 'Your order was delivered',
  sentence: day ? `It was delivered on ${day}.` : 'It has arrived.',
})

export const pickedUpMessage = (day: string | null) => ({
  mark: 'Picked up',
  heading: 'Your order was picked up',
  sentence: day ? `It was picked up on ${day}.` : 'We handed it over in person.',
})

/** Its buyer has the pickup code [PICKUP-02]. */
export const readyForPickup = {
  mark: 'Ready for pickup',
  heading: 'Your order is ready for pickup',
  sentence: 'Show the code below when you pick it up.',
}

/** Its money was returned by the buyer's bank, not by the shop [DISPUTE-11]. */
export const closedMessage = (toldOfMoney: string) => ({
  mark: 'Closed',
  heading: 'This order is closed',
  sentence: toldOfMoney || 'Your bank returned your payment to you, so nothing will ship.',
})

/** While its bank keeps it from being sent: no day is promised [PARCEL-15]. */
export const claimMessages = {
  disputed: {
    mark: 'On hold',
    heading: 'Your order is on hold',
    sentence: 'Your bank is reviewing your payment. Your order won’t ship until it decides.',
  },
  'taken back': {
    mark: 'On hold',
    heading: 'Your order is on hold',
    sentence: 'Your bank took back your payment, so your order won’t ship for now.',
  },
} as const satisfies Record<BankClaim, { mark: string; heading: string; sentence: string }>

/** What shipped of an order that was sent; not all of it, where a piece was refunded before [PARCEL-16]. */
export const shippedSentence = (partShipped: string | null) =>
  partShipped ?? 'Everything in it has shipped.'

/** What a confirmation page says first, by what became of the order [ORDER-03]. */
export function orderMessage(
  state: OrderState,
  held: boolean,
  bank: 'debit' | 'wire' | null = null,
  /** What came so far for an order that staff made; null for any other. */
  received: Cents | null = null,
  /** What became of the money that came for it, where it ended; empty where none came [REFUND-18]. */
  toldOfMoney = '',
): { mark: string; heading: string; sentence: string } {
  if (hasEnded(state) && toldOfMoney !== '') return { ...words[state], sentence: toldOfMoney }
  if (held && !wasPaid(state)) {
    return {
      mark: 'On hold',
      heading: 'We’re reviewing your payment',
      sentence:
        state === 'pending'
          ? 'Your order is on hold until we’re done.'
          : 'It arrived after your order had ended, or it was less than the full amount.',
    }
  }
  if (state === 'pending' && bank) return onItsWay[bank]
  if (state !== 'pending' || received === null) return words[state]
  return received > 0 ? partPaid(received) : writtenDown
}

const hasEnded = (state: OrderState) =>
  state === 'expired' || state === 'cancelled' || state === 'refunded'

/** While a bank sends the money. */
const onItsWay = {
  debit: {
    mark: 'Pending',
    heading: 'Your bank is sending the money',
    sentence:
      'A bank debit can take up to four business days to settle. Your price is locked. We’ll email you when the money arrives, then ship your order.',
  },
  wire: {
    mark: 'Pending',
    heading: 'We’re waiting for your wire',
    sentence: 'Your price is locked. We’ll ship your order once the full amount arrives.',
  },
} as const

/** An order that staff made, before anything of it is paid. */
const writtenDown = {
  mark: 'Pending',
  heading: 'We have your order',
  sentence: 'Pay with the link we send you, or as we agreed.',
} as const

const partPaid = (received: Cents) => ({
  mark: 'Partially paid',
  heading: 'Thank you',
  sentence: `We’ve received your ${formatCents(received)} payment. We’ll send you a link to pay the balance.`,
})

const words = {
  pending: {
    mark: 'Pending',
    heading: 'Your payment is being confirmed',
    sentence:
      'This page will update once your payment is confirmed. We’ll keep your cart until then.',
  },
  paid: {
    mark: 'Paid',
    heading: 'Thank you',
    sentence: 'Your order is confirmed. Here’s what you bought and how we priced it.',
  },
  fulfilled: {
    mark: 'Shipped',
    heading: 'Your order is on its way',
    sentence: shippedSentence(null),
  },
  refunded: {
    mark: 'Refunded',
    heading: 'This order was refunded',
    sentence: 'Each refund is listed below.',
  },
  expired: {
    mark: 'Expired',
    heading: 'This order has expired',
    sentence: 'It wasn’t paid in time. Nothing was charged.',
  },
  cancelled: {
    mark: 'Canceled',
    heading: 'This order was canceled',
    sentence: 'Nothing was charged.',
  },
} as const satisfies Record<OrderState, { mark: string; heading: string; sentence: string }>

/** What became of an order, in a list of several. */
export function orderLabel({
  state,
  step,
  held,
  bank,
  toldOfMoney,
  claim,
  isClosedByBank,
  pickup,
}: {
  state: OrderState
  step: OrderStep | null
  held: boolean
  bank: 'debit' | 'wire' | null
  toldOfMoney: string
  claim: BankClaim | null
  isClosedByBank: boolean
  /** Picked up, or to be; `ready`: its buyer has the code. Null where it is shipped. */
  pickup: 'ready' | 'not ready' | null
}): string {
  if (isClosedByBank)
    return [closedMessage(toldOfMoney).mark, closedMessage(toldOfMoney).sentence].join('. ')
  if (claim) return `${claimMessages[claim].mark}. ${claimMessages[claim].sentence}`
  if (hasEnded(state) && toldOfMoney !== '') return `${words[state].mark}. ${toldOfMoney}`
  if (held && !wasPaid(state)) return 'We’re reviewing your payment'
  if (state === 'pending' && bank) return onItsWay[bank].heading
  const isMoving = state === 'paid' || state === 'fulfilled'
  if (pickup === 'ready') return readyForPickup.mark
  if (pickup && (step === 'sent' || step === 'delivered')) return pickedUpMessage(null).mark
  if (pickup && step === 'ready') return stepLabels.making
  return isMoving && step ? stepLabels[step] : stateLabels[state]
}

const stateLabels = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  fulfilled: 'Shipped',
  refunded: 'Refunded',
  expired: 'Expired, nothing was charged',
  cancelled: 'Canceled',
} as const satisfies Record<OrderState, string>

const stepLabels = {
  paid: 'Paid',
  making: 'Being made',
  ready: 'Ready to ship',
  sent: 'Shipped',
  delivered: 'Delivered',
} as const satisfies Record<OrderStep, string>
