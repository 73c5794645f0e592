import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { AdminPayment } from '#app/.server/payments/queries/admin-payment.ts'
import { maxNoteLength } from '#app/contracts/payments/payment-action.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** What can be done with a payment that belongs to no order [UNATTACHED-02, UNATTACHED-03]. */
type Props = { payment: AdminPayment; refundKey: string }

export function PaymentActions({ payment, refundKey }: Props) {
  const isDollars = payment.currency?.toLowerCase() === 'usd'
  const left =
    isDollars && payment.amount !== null ? cents(payment.amount - payment.refunded) : null
  const isFree = payment.order === null && !payment.isWire && !isAwaited(payment)
  const isUntouched = isFree && payment.since.length === 0
  const canGoBack = isFree && left !== null && left > 0 && payment.reference
  return (
    <>
      {isUntouched && payment.reference !== null && (
        <Panel heading="Match to an order" border={payment.isOpen ? 'border-alert' : ''}>
          <Form method="post" className="mt-4 grid gap-4">
            <TextField
              name="number"
              label="Order number"
              hint="If the amount matches, the order is marked as paid. If not, it goes on hold for you to review."
              kind="code"
              required
              maxLength={40}
              defaultValue={payment.namedOrder ?? ''}
            />
            <SubmitButton action="attach" gold={payment.isOpen}>
              Match to this order
            </SubmitButton>
          </Form>
        </Panel>
      )}
      {payment.isWire && (
        <Panel heading="At Stripe">
          <p className="mt-3 text-sm">
            The money is in the cash balance of a Stripe customer who has no order here. Refund or
            use it in your Stripe dashboard under Customers, then add a note here.
          </p>
        </Panel>
      )}
      {isAwaited(payment) && (
        <Panel heading="Refund">
          <LastRefund payment={payment} />
        </Panel>
      )}
      {canGoBack && left !== null && (
        <Panel heading="Refund">
          <LastRefund payment={payment} />
          <p className="mt-3 text-sm">
            We’ll refund {formatCents(left)} to the original payment method. Nothing else changes.
          </p>
          <Form key={payment.notes[0]?.id} method="post" className="mt-4 grid gap-4">
            <input type="hidden" name="key" value={refundKey} />
            <ReasonField
              label="Reason for the refund"
              hint="Saved with your name and the time."
              maxLength={maxNoteLength}
            />
            <SubmitButton action="refund">Refund {formatCents(left)}</SubmitButton>
          </Form>
        </Panel>
      )}
      <Panel heading="Note">
        {/* Empty again once it was kept. */}
        <Form key={payment.notes[0]?.id} method="post" className="mt-4 grid gap-4">
          <TextArea
            name="note"
            label="What was this payment for, and what did you do about it?"
            hint="Saved permanently with your name and the time, even if the buyer’s data is erased."
            required
            rows={3}
            maxLength={maxNoteLength}
          />
          <SubmitButton action="note">Save note</SubmitButton>
          {payment.isOpen && <SubmitButton action="settle">Save and mark as resolved</SubmitButton>}
        </Form>
      </Panel>
    </>
  )
}

const isAwaited = ({ openRefund }: AdminPayment) => openRefund?.refusedWhy === null

/** What staff asked for last, and what is known of it [UNATTACHED-07]. */
function LastRefund({ payment: { openRefund } }: { payment: AdminPayment }) {
  if (!openRefund) return null
  const { amount, at, by, refusedWhy } = openRefund
  return (
    <p className="mt-3 text-sm wrap-anywhere">
      {by} asked for a refund of {formatCents(amount)}, <ShopTime at={at} />.{' '}
      {refusedWhy === null ? (
        'The payment provider hasn’t answered yet. The shop keeps asking until it does.'
      ) : (
        <span className="text-alert">It was declined. {refusedWhy}</span>
      )}
    </p>
  )
}

function Panel({
  heading,
  border = '',
  children,
}: {
  heading: string
  border?: string
  children: ReactNode
}) {
  return (
    <section className={`admin-panel ${border}`}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}
