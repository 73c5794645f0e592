import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { debitDueBy } from '#app/domain/payments/wire-rules.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { ActionForm, Panel, Reason } from './action-form.tsx'

/** What is offered while an order waits for its payment. */
export function Cancel({ order }: { order: AdminOrder }) {
  const isSent = useSent().action === 'cancel'
  return (
    <Panel heading="Awaiting payment">
      <p className="mt-3 text-sm">{howPaid(order)}</p>
      <KeptItems order={order} />
      {/* Refused by the command as well: the money of a debit cannot be called back. */}
      {(order.payment.processingAt === null || order.payment.payBy === 'wire') && (
        <ActionForm order={order} summary="Cancel this order" open={isSent}>
          <ToRefund order={order} />
          <Reason label="Why you’re canceling it" of={['cancel']} />
          <SubmitButton action="cancel">Cancel the order</SubmitButton>
        </ActionForm>
      )}
    </Panel>
  )
}

/** Canceling gives nothing back [TODAY-09]. */
function ToRefund({ order: { balance, payment, email } }: { order: AdminOrder }) {
  const received = cents(Math.max(0, 0 - balance.due))
  const isWireAwaited = payment.payBy === 'wire' && payment.processingAt !== null
  return (
    <>
      {received > 0 && (
        <p className="text-alert text-sm">
          Canceling won’t refund the {formatCents(received)} you received. Refund it afterwards
          under Payment summary.
        </p>
      )}
      {isWireAwaited && (
        <p className="text-sm">
          Stripe stops the wire within minutes. If it arrives anyway, it’s listed under “Needs
          review,” where you can refund it.
        </p>
      )}
      {email !== null && (
        <p className="text-sm">
          We’ll email the buyer that the order was canceled
          {received > 0 && ', and that their refund is being reviewed'}
          {isWireAwaited && ', and not to send a wire'}.
        </p>
      )}
    </>
  )
}

function howPaid({ origin, isPriceWithdrawn, payment, balance }: AdminOrder): string {
  if (payment.processingAt !== null) {
    return payment.payBy === 'wire'
      ? 'The buyer was asked to send a wire. Don’t make or ship anything until the full amount arrives. If it doesn’t arrive in time, the order expires automatically.'
      : `The payment is pending: a bank debit takes up to four business days, until ${formatDay(debitDueBy(payment.processingAt))}. It can’t be called back, so the order can’t be canceled before then. Don’t make or ship anything until the debit clears.`
  }
  if (origin === 'web') {
    return 'The buyer is at checkout. If the order isn’t paid, it expires automatically.'
  }
  const how = isPriceWithdrawn
    ? 'Its gold price was withdrawn, so no payment link can be used.'
    : 'The buyer can pay with the payment link, or you can record the payment yourself.'
  return balance.paid > 0
    ? how
    : `${how} If no payment arrives, the order expires when the price hold ends.`
}

/** Counted pieces that nobody else can buy until it is paid or ends [STOCK-02]. */
function KeptItems({ order: { claims } }: { order: AdminOrder }) {
  const kept = claims.filter(({ state }) => state === 'reserved')
  if (kept.length === 0) return null
  const names = kept.map(({ quantity, name }) => (quantity === 1 ? name : `${quantity} × ${name}`))
  return <p className="mt-3 text-sm wrap-anywhere">Reserved until then: {names.join(', ')}.</p>
}
