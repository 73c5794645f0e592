import { type CheckoutEvent, type Payable, type PaymentEffect, paidSum } from './payment-event.ts'

/**
 * A wire that came after its deadline pays nothing [WIRE-05]. One that came in time may still be reported, so the
 * order waits for the job that asks for it before it expires; on hold, staff decide [ORDER-06].
 */
export function lateWire({ onHold }: Payable, event: CheckoutEvent): PaymentEffect {
  const came = `A transfer of ${paidSum(event)} arrived after the deadline (${event.reference}).`
  return onHold
    ? { outcome: 'on hold', why: `${came} It’s owed to the buyer.` }
    : { outcome: 'updated', why: `${came} It isn’t counted as payment.`, changes: {} }
}
