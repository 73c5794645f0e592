import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { maxDeclineNote } from '#app/contracts/orders/order.ts'
import {
  type Cents,
  cents,
  centsToDecimal,
  formatCents,
  sumCents,
} from '#app/domain/money/cents.ts'
import { orderStateWord, wasPaid } from '#app/domain/orders/order-state.ts'
import { quotedToStaff } from '#app/domain/refunds/money-back.ts'
import { TextArea } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import type { DeclinedRefund } from './actions.ts'

type Refunding = {
  order: AdminOrder & { money: OrderRefunds }
  /** Asked for just now, and not confirmed. */
  declined: DeclinedRefund | null
}

/** Where it is on hold, that panel says what to do about its money. */
export const isToRefund = ({ holdReason, toReview }: AdminOrder): boolean =>
  holdReason === null && toReview > 0

/**
 * An order that holds money of its buyer needs a look until that is refunded, or until staff recorded why it is
 * not. One that is paid can be sent in the meantime [TODAY-11, TODAY-12].
 */
export function MoneyToRefund({ order, declined, mayDecide }: Refunding & { mayDecide: boolean }) {
  if (!isToRefund(order)) return null
  return (
    <section className="admin-panel border-alert print:hidden">
      <h2>Needs review</h2>
      <p className="mt-3">{whyToRefund(order, order.toReview)}</p>
      {order.toRefund <= 0 ? (
        <p className="mt-3">The refund is pending.</p>
      ) : mayDecide ? (
        <RefundOrDecline order={order} declined={declined} />
      ) : (
        <p className="mt-3">An owner or manager can refund it.</p>
      )}
    </section>
  )
}

/** Before anybody decides: what the buyer expects [REFUND-18]. */
function WasTold({ order: { toldOfMoney, toldByEmail } }: Pick<Refunding, 'order'>) {
  if (toldOfMoney === '') return null
  return <p className="mt-3 text-sm wrap-anywhere">{quotedToStaff(toldOfMoney, toldByEmail)}</p>
}

function whyToRefund({ state, balance }: AdminOrder, sum: Cents): string {
  if (wasPaid(state) && balance.overpaid === 0) {
    return `An earlier refund failed, so ${formatCents(sum)} is still owed to the buyer.`
  }
  if (wasPaid(state)) return `The buyer overpaid by ${formatCents(sum)}.`
  return state === 'pending'
    ? `${formatCents(sum)} was received, but it doesn’t match the order.`
    : `The order ${state === 'expired' ? 'has expired' : `was ${orderStateWord(state)}`}, and ${formatCents(sum)} was received for it.`
}

/** The refund of just that sum, and the way to record that there is none. */
export function RefundOrDecline({ order, declined }: Refunding) {
  const { toRefund, revision, money, state } = order
  const payment = paymentOf(order)
  // Where none has all of it, it is refunded of as many as it needs [REFUND-23].
  const left = payment?.left ?? sumCents(money.payments.map((each) => each.left))
  const sum = cents(Math.min(toRefund, left))
  const isWireAwaited = order.payment.payBy === 'wire' && state === 'pending'
  return (
    <>
      <WasTold order={order} />
      {sum > 0 && !isWireAwaited && (
        // Into the form of refunds, with this sum; it shows what is refunded and asks once more.
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="revision" value={revision} />
          <input type="hidden" name="of" value="sum" />
          <input type="hidden" name="sum" value={centsToDecimal(sum)} />
          {money.payments.length > 1 && payment && (
            <input type="hidden" name="payment" value={payment.reference} />
          )}
          <input type="hidden" name="reason" value={whyToRefund(order, sum)} />
          <SubmitButton action="preview" gold>
            Refund {formatCents(sum)}…
          </SubmitButton>
        </Form>
      )}
      {state !== 'pending' && <Decline order={order} declined={declined} />}
    </>
  )
}

/**
 * The one that has all of it: first what did not pay the order, such as a second payment or what no payment took
 * of a wire; else the largest.
 */
function paymentOf({ toRefund, payment, money: { payments } }: Refunding['order']) {
  const enough = payments.filter(({ left }) => left >= toRefund)
  const other = enough.find(({ reference }) => reference !== payment.reference)
  return other ?? enough.toSorted((one, another) => another.left - one.left)[0]
}

/** Two steps: the reason, then a press that names the sum [TODAY-12]. */
function Decline({ order: { revision, toRefund, email }, declined }: Refunding) {
  const { action = '' } = useSent()
  const isSent = action === 'decline-preview' || action === 'decline-refund'
  return (
    <Disclosure
      label="Don’t refund…"
      isSmall
      className="mt-4 border-line border-t pt-3"
      opens={isSent || declined !== null}
    >
      {declined && <ConfirmDeclined declined={declined} email={email} />}
      <Form method="post" preventScrollReset className="mt-3 grid gap-4">
        <input type="hidden" name="revision" value={revision} />
        <p className="text-sm">
          {formatCents(toRefund)} belongs to the buyer. If you refunded it outside the shop, or the
          buyer owes it for something else, say so here. You won’t be asked again.
        </p>
        <OwnFields isSent={isSent}>
          <ReasonField
            label="Why you’re not refunding it"
            hint="Saved to the order history and the log."
            rows={3}
            defaultValue={declined?.reason}
          />
          <TextArea
            name="note"
            label="Note to the buyer"
            optional="optional"
            hint={`Why it isn’t refunded. Shown ${email === null ? 'on the order page' : 'in the email and on the order page'}.`}
            rows={2}
            maxLength={maxDeclineNote}
            defaultValue={declined?.note}
          />
        </OwnFields>
        <SubmitButton action="decline-preview">Continue without a refund</SubmitButton>
      </Form>
    </Disclosure>
  )
}

type Confirming = { declined: DeclinedRefund; email: string | null }

function ConfirmDeclined({ declined, email }: Confirming) {
  const { amount, reason, note, told, revision } = declined
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={shown} aria-label="No refund" className="mt-3 border border-gold p-4">
      <p role="status" className="wrap-anywhere">
        {formatCents(amount)} of the buyer’s money is not refunded: {reason}
      </p>
      {told !== '' && (
        <p className="mt-3 wrap-anywhere">
          {email === null
            ? `There’s no email address on file. The buyer’s order page will say: “${told}”`
            : `The buyer will be emailed: “${told}”`}
        </p>
      )}
      <Form method="post" preventScrollReset className="mt-3">
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="reason" value={reason} />
        <input type="hidden" name="note" value={note} />
        <input type="hidden" name="stated" value={amount} />
        <SubmitButton action="decline-refund">Don’t refund {formatCents(amount)}</SubmitButton>
      </Form>
      <p className="mt-3 text-muted text-sm">Not recorded yet. You can still change it below.</p>
    </section>
  )
}
