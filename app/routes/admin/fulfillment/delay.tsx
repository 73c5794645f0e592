import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { maxDelayReason } from '#app/contracts/orders/order.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  order: AdminOrder
  mayDecide: boolean
}

/** What the buyer was told of delays and answered, and the way to tell of one [DELAY-06]. */
export function Delay({ order, mayDecide }: Props) {
  const { action } = useSent()
  const { delays, delayRules } = order
  const last = delays.at(-1)
  const isOpen = last?.decision === null && order.state === 'paid'
  const isByEmail = order.email !== null
  const mayTell = delayRules !== null && mayDecide
  if (delays.length === 0 && !mayTell) return null
  return (
    <section className="admin-panel print:hidden">
      <h2>Delay</h2>
      {delays.length > 0 && (
        <ol className="mt-3 grid gap-4">
          {delays.map((notice) => (
            <li key={notice.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
              <p>
                Ship date moved from {formatDay(notice.oldShipBy)}, to {formatDay(notice.newShipBy)}
              </p>
              <p className="text-sm wrap-anywhere">{notice.reason}</p>
              <p className="mt-1 text-muted text-sm">
                Buyer notified <ShopTime at={notice.at} />
              </p>
              <Answer notice={notice} isOpen={isOpen && notice === last} />
            </li>
          ))}
        </ol>
      )}
      {isOpen && mayDecide && (
        <FormDisclosure summary="Record buyer’s approval" open={action === 'agree'} order={order}>
          <ReasonField
            label="How you know"
            hint="For example, by phone with Ada Buyer. Saved to the order history."
          />
          <SubmitButton action="agree">The buyer agrees</SubmitButton>
        </FormDisclosure>
      )}
      {mayTell && (
        <FormDisclosure
          key={delays.length}
          summary={isByEmail ? 'Notify buyer of a delay' : 'Record a delay the buyer approved'}
          open={action === 'delay'}
          order={order}
        >
          <p className="text-sm">
            {isByEmail
              ? ruleMessage(delayRules)
              : 'This order has no email address, so no email will be sent. Call the buyer first. If they don’t agree to the new date, refund the order.'}
          </p>
          <TextField
            name="shipBy"
            label="New ship-by date"
            hint="A business day."
            type="date"
            required
            min={delayRules.earliest}
            inputClass="max-w-48"
          />
          <ReasonField
            label="Reason"
            hint={isByEmail ? 'Shown to the buyer in the email.' : 'Saved to the order history.'}
            maxLength={maxDelayReason}
          />
          <SubmitButton action="delay">
            {isByEmail ? 'Set the date and email the buyer' : 'Set the date: agreed by phone'}
          </SubmitButton>
        </FormDisclosure>
      )}
    </section>
  )
}

function Answer({
  notice: { decision, decidedAt, decidedBy, decisionNote, answerBy, reportedAt },
  isOpen,
}: {
  notice: AdminOrder['delays'][number]
  isOpen: boolean
}) {
  if (decision === null) {
    if (!isOpen) return <p className="text-sm">No answer, so the order continued.</p>
    return (
      <>
        <p className="text-sm">
          {answerBy
            ? `Waiting for the buyer to reply by ${formatDay(answerBy)}. If there’s no reply, the order will be canceled and refunded.`
            : 'No answer yet. If there’s no reply, the order stays open. The buyer can cancel until it ships.'}
        </p>
        {reportedAt && (
          <p className="text-alert text-sm">
            It wasn’t canceled automatically. The order history says why. Please decide what to do.
          </p>
        )}
      </>
    )
  }
  return (
    <p className="text-sm wrap-anywhere">
      {answers[decision]} {decidedAt && <ShopTime at={decidedAt} />}
      {decision === 'kept' && decisionNote !== '' && `, by ${decidedBy}: ${decisionNote}`}
    </p>
  )
}

const answers = {
  kept: 'The buyer will wait:',
  canceled: 'Canceled by the buyer:',
  lapsed: 'Canceled because there was no answer:',
  replaced: 'Replaced by a later notice:',
} as const

type Rules = NonNullable<AdminOrder['delayRules']>

function ruleMessage({ kind, lastShortDay, answerBy }: Rules): string {
  if (kind === 'first') {
    return `The email asks the buyer to keep or cancel the order. For a date up to ${formatDay(lastShortDay)}, no reply keeps the order. For a later date, the buyer must agree by ${formatDay(lastShortDay)}, or the order is canceled and refunded automatically.`
  }
  const until = `The buyer must agree by ${formatDay(answerBy)}, or by the new date if that’s sooner. Otherwise, the order is canceled and refunded automatically.`
  return kind === 'late'
    ? `The promised date has passed, and the FTC rule required notifying the buyer before then. ${until} If you can’t ship it soon, refund it now.`
    : `The buyer was already notified of a delay. ${until}`
}

function FormDisclosure({
  summary,
  open,
  order,
  children,
}: {
  summary: string
  open: boolean
  order: AdminOrder
  children: ReactNode
}) {
  return (
    <Disclosure label={`${summary}…`} className="mt-3" opens={open}>
      <Form method="post" className="mt-3 grid grid-cols-1 gap-4">
        <input type="hidden" name="revision" value={order.revision} />
        <OwnFields isSent={open}>{children}</OwnFields>
      </Form>
    </Disclosure>
  )
}
