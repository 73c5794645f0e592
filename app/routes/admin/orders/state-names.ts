import type { CustomStage } from '#app/domain/draft-orders/custom-work.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'

/** An order's state as staff call it. */
export const stateNames = {
  pending: 'Pending',
  paid: 'Paid',
  fulfilled: 'Shipped',
  refunded: 'Refunded',
  expired: 'Expired',
  cancelled: 'Canceled',
} as const satisfies Record<OrderState, string>

/** Custom work as staff call its stages. */
export const stageNames = {
  asked: 'Requested',
  quoted: 'Quoted',
  deposit: 'Deposit paid',
  design: 'Design approved',
  casting: 'Casting',
  balance: 'Balance',
  sent: 'Shipped',
} as const satisfies Record<CustomStage, string>

/** While a bank sends the money. */
export const onItsWayNames = {
  card: 'Payment pending',
  debit: 'Bank debit pending',
  wire: 'Waiting for the wire',
} as const satisfies Record<PayBy, string>

/** The work on it as staff call it. */
export const stepNames = {
  paid: 'Paid',
  making: 'In production',
  ready: 'Ready',
  sent: 'Shipped',
  delivered: 'Delivered',
} as const satisfies Record<OrderStep, string>
