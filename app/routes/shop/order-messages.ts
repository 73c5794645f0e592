import { type OrderState, wasPaid } from '#app/domain/orders/order-state.ts'
import type { OrderStep } from '#app/domain/orders/step.ts'

/** What a confirmation page says first, by what became of the order [ORDER-03]. */
export function orderMessage(
  state: OrderState,
  held: boolean,
  bank: 'debit' | 'wire' | null = null,
  isWrittenDown = false,
): { mark: string; heading: string; sentence: string } {
  if (held && !wasPaid(state)) {
    return {
      mark: 'Held',
      heading: 'We are looking at your payment',
      sentence:
        'A payment reached us that does not fit this order. Nothing more happens until a person has looked at it.',
    }
  }
  if (state === 'pending' && bank) return onItsWay[bank]
  return state === 'pending' && isWrittenDown ? writtenDown : words[state]
}

/** While a bank sends the money. */
const onItsWay = {
  debit: {
    mark: 'Pending',
    heading: 'Your bank sends the money',
    sentence:
      'A debit settles in up to four business days, at the price of your order. Your order is sent after that, and we will write to you then.',
  },
  wire: {
    mark: 'Pending',
    heading: 'Your order waits for your wire',
    sentence: 'It is kept for you at its price. Nothing is sent before the wire is whole.',
  },
} as const

/** An order that staff made, before all of it is paid. */
const writtenDown = {
  mark: 'Pending',
  heading: 'Your order is written down',
  sentence: 'It is paid by the link we send you, or as we agreed.',
} as const

const words = {
  pending: {
    mark: 'Pending',
    heading: 'Your payment is being confirmed',
    sentence: 'This page turns by itself as soon as it is. Your cart is kept until then.',
  },
  paid: {
    mark: 'Paid',
    heading: 'Thank you',
    sentence: 'Your order is paid. Here is what you bought, and how its price was made.',
  },
  fulfilled: {
    mark: 'Sent',
    heading: 'Your order is on its way',
    sentence: 'It is paid and has been sent.',
  },
  refunded: {
    mark: 'Refunded',
    heading: 'This order was refunded',
    sentence: 'The money went back the way it came.',
  },
  expired: {
    mark: 'Expired',
    heading: 'This order has run out',
    sentence: 'It was not paid in time. Nothing was charged, and your cart is kept.',
  },
  cancelled: {
    mark: 'Cancelled',
    heading: 'This order was cancelled',
    sentence: 'Nothing was charged, and your cart is kept.',
  },
} as const satisfies Record<OrderState, { mark: string; heading: string; sentence: string }>

/** What became of an order, in a list of several. */
export function orderLabel({
  state,
  step,
  held,
  bank,
}: {
  state: OrderState
  step: OrderStep | null
  held: boolean
  bank: 'debit' | 'wire' | null
}): string {
  if (held && !wasPaid(state)) return 'We are looking at its payment'
  if (state === 'pending' && bank) return onItsWay[bank].heading
  const isMoving = state === 'paid' || state === 'fulfilled'
  return isMoving && step ? stepLabels[step] : stateLabels[state]
}

const stateLabels = {
  pending: 'Waits for its payment',
  paid: 'Paid',
  fulfilled: 'On its way to you',
  refunded: 'Refunded',
  expired: 'Not paid in time, nothing was charged',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderState, string>

const stepLabels = {
  paid: 'Paid',
  making: 'Being made',
  ready: 'Ready to be sent',
  sent: 'On its way to you',
  delivered: 'Delivered',
} as const satisfies Record<OrderStep, string>
