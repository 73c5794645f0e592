import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/admin-order.ts'
import { maxReasonLength, maxTrackingLength } from '#app/contracts/order.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Tracking } from '#app/ui/tracking.tsx'
import type { Failure } from '../../components/client-action.ts'

/** What became of an action: a sentence where it was done, else why not and what was typed. */
export type OrderActionResult = {
  action: string
  done: string | null
  error: Pick<Failure, 'message' | 'canRetry'> | null
  errors: Partial<Record<string, string>>
  typed: Partial<Record<string, string>>
}

type Props = { order: AdminOrder; answer: OrderActionResult | undefined }

/** What can be done with this order now, by the table of its states; nothing where nothing can. */
export function OrderActions({ order, answer }: Props) {
  if (order.holdReason !== null) return <Held order={order} answer={answer} />
  if (order.payment.disputeToReview) return <LostDispute order={order} answer={answer} />
  switch (order.state) {
    case 'paid':
      return <Fulfill order={order} answer={answer} />
    case 'fulfilled':
      return <Correct order={order} answer={answer} />
    case 'pending':
      return <Cancel order={order} answer={answer} />
    default:
      return null
  }
}

/** Money that does not fit: a person says what it was, and decides [ORDER-06]. */
function Held({ order, answer }: Props) {
  const payment = order.payment.events.find(
    ({ type, outcome }) => type === 'paid' && outcome === 'on hold',
  )
  const acceptable = canTransition(order.state, 'paid') && payment
  return (
    <section className="admin-panel border-alert print:hidden">
      <h2>Needs a look</h2>
      <p className="mt-3 wrap-anywhere">{order.holdReason}</p>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <Reason
          label="What this payment was, and what you did"
          answer={answer}
          of={['accept', 'close']}
        />
        <Submit action="close" gold={!acceptable}>
          {order.state === 'pending'
            ? 'Given back: cancel the order'
            : 'Settled: given back or explained'}
        </Submit>
        {acceptable && (
          <div className="border-line border-t pt-4">
            <p className="mb-3 text-sm">
              Or take {payment.amount === null ? 'the unknown sum' : formatCents(payment.amount)}{' '}
              {payment.currency?.toUpperCase()} as the payment of {formatCents(order.summary.total)}{' '}
              USD. The order is then paid.
            </p>
            <Submit action="accept">Accept this payment</Submit>
          </div>
        )}
      </Form>
    </section>
  )
}

/** The money is gone; a person says what follows from it [ORDER-10]. */
function LostDispute({ order, answer }: Props) {
  return (
    <section className="admin-panel border-alert print:hidden">
      <h2>Dispute lost</h2>
      <p className="mt-3">
        {order.state === 'paid'
          ? order.notToBeSent
          : 'The dispute was lost and the money went back to the buyer, after the order was sent.'}
      </p>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <Reason label="What you decided" answer={answer} of={['dispute']} />
        <Submit action="dispute" gold>
          Looked at
        </Submit>
      </Form>
    </section>
  )
}

function Fulfill({ order, answer }: Props) {
  const { payment, notToBeSent } = order
  return (
    <section className={`admin-panel print:hidden ${notToBeSent ? 'border-alert' : 'border-gold'}`}>
      <h2>{notToBeSent ? 'Not to be sent now' : 'To be sent'}</h2>
      {notToBeSent && <p className="mt-3 text-alert">{notToBeSent}</p>}
      {payment.refunded > 0 && (
        <p className="mt-3 text-alert">{formatCents(payment.refunded)} of it was refunded.</p>
      )}
      {!notToBeSent && (
        <Form method="post" className="mt-3 grid gap-4">
          <input type="hidden" name="revision" value={order.revision} />
          <TrackingField answer={answer} of={['fulfill']} known="" />
          <Submit action="fulfill" gold>
            Mark as fulfilled
          </Submit>
        </Form>
      )}
    </section>
  )
}

function Correct({ order, answer }: Props) {
  // What the other wrote who was first stays in sight, and so does what was typed.
  const refused = answer?.error && (answer.action === 'correct' || answer.action === 'fulfill')
  return (
    <section className="admin-panel print:hidden">
      <h2>Sent</h2>
      {order.notToBeSent && (
        <p className="mt-3 text-alert">The buyer’s bank disputes this payment.</p>
      )}
      <p className="mt-3 wrap-anywhere">
        Tracking: {order.tracking === null ? 'none' : <Tracking text={order.tracking} />}
      </p>
      <details className="mt-3" open={refused ? true : undefined}>
        <summary className="link inline-block py-1 text-sm">Correct the tracking</summary>
        <Form method="post" className="mt-3 grid gap-4">
          <input type="hidden" name="revision" value={order.revision} />
          <TrackingField
            key={order.tracking}
            answer={answer}
            of={['correct', 'fulfill']}
            known={order.tracking ?? ''}
          />
          {order.email !== null && (
            <label className="flex items-baseline gap-2.5">
              <input type="checkbox" name="mail" value="yes" defaultChecked />
              <span>Mail the corrected tracking to the buyer</span>
            </label>
          )}
          <Submit action="correct">Correct</Submit>
        </Form>
      </details>
    </section>
  )
}

function Cancel({ order, answer }: Props) {
  return (
    <section className="admin-panel print:hidden">
      <h2>To be paid</h2>
      <p className="mt-3 text-sm">
        The buyer was sent to the payment page. An order that nobody pays runs out by itself.
      </p>
      <details
        className="mt-3"
        open={answer?.action === 'cancel' && answer.error ? true : undefined}
      >
        <summary className="link inline-block py-1 text-sm">Cancel this order</summary>
        <Form method="post" className="mt-3 grid gap-4">
          <input type="hidden" name="revision" value={order.revision} />
          <Reason label="Why it is cancelled" answer={answer} of={['cancel']} />
          <Submit action="cancel">Cancel the order</Submit>
        </Form>
      </details>
    </section>
  )
}

/** What was typed last, where it was for one of these actions and they were refused. */
function lastTyped(answer: OrderActionResult | undefined, of: readonly string[], name: string) {
  const mine = answer?.error && of.includes(answer.action) ? answer : undefined
  return { typed: mine?.typed[name], error: mine?.errors[name] }
}

type InputProps = { answer: OrderActionResult | undefined; of: readonly string[] }

function TrackingField({ answer, of, known }: InputProps & { known: string }) {
  const { typed, error } = lastTyped(answer, of, 'tracking')
  return (
    <Field label="Tracking" error={error} hint="The carrier and its number; the buyer sees it.">
      <input
        name="tracking"
        required
        maxLength={maxTrackingLength}
        autoComplete="off"
        defaultValue={typed ?? known}
        className="input"
      />
    </Field>
  )
}

function Reason({ answer, of, label }: InputProps & { label: string }) {
  const { typed, error } = lastTyped(answer, of, 'reason')
  return (
    <Field label={label} error={error} hint="It stays in the history.">
      <textarea
        name="reason"
        required
        rows={3}
        maxLength={maxReasonLength}
        defaultValue={typed}
        className="input"
      />
    </Field>
  )
}

type SubmitProps = { action: string; gold?: boolean; children: ReactNode }

/** A second press while the first is on its way does nothing; the server bears it all the same. */
function Submit({ action, gold = false, children }: SubmitProps) {
  const { state, formMethod } = useNavigation()
  const busy = state !== 'idle' && formMethod === 'POST'
  return (
    <button
      type="submit"
      name="action"
      value={action}
      disabled={busy}
      className={`button ${gold ? 'button-gold' : 'button-line'}`}
    >
      {children}
    </button>
  )
}
