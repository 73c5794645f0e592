import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { waitingMessage } from '#app/domain/weighing/second-reading.ts'
import { OwnFields } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { shopTimeText } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Weighed = AdminOrder['weighed'][number]
type ToWeigh = AdminOrder['toWeigh'][number]
type WeightDecisionProps = { item: ToWeigh; found: Weighed; isSent: boolean }

/** What a weight waits for before its refund is made [WEIGH-13, WEIGH-14, WEIGH-15]. */
export function Waits({ found }: { found: Weighed }) {
  const { waits, nth, refundAt, missing, settled } = found
  if (waits === null) return null
  const sum =
    waits === 'reading'
      ? ''
      : `This piece is short ${formatCents(cents(missing - settled))} worth of gold. `
  return (
    <p className={waits === 'refund' ? 'mt-1 text-sm' : 'mt-1 text-alert text-sm'}>
      {sum + waitingMessage({ waits, nth }, refundAt ? `on ${shopTimeText(refundAt)}` : undefined)}
    </p>
  )
}

export function OneTap({
  action,
  item,
  found,
  children,
}: {
  action: 'weigh-undo' | 'weigh-approve'
  item: ToWeigh
  found: Weighed
  children: string
}) {
  return (
    <Form method="post" preventScrollReset className="mt-2">
      <WhichItem item={item} nth={found.nth} />
      <SubmitButton action={action}>{children}</SubmitButton>
    </Form>
  )
}

export function WhichItem({ item, nth }: { item: ToWeigh; nth: number }) {
  return (
    <>
      <input type="hidden" name="line" value={item.line} />
      <input type="hidden" name="item" value={item.item} />
      <input type="hidden" name="seen" value={nth} />
    </>
  )
}

/** Where the shop could not refund it: an owner or a manager notes how it was settled. */
export function WeightDecision({ item, found, isSent }: WeightDecisionProps) {
  return (
    <Form method="post" preventScrollReset className="mt-2 grid gap-3">
      <WhichItem item={item} nth={found.nth} />
      <OwnFields isSent={isSent}>
        <ReasonField label="How the difference was resolved" hint="Saved to the order history." />
      </OwnFields>
      <SubmitButton action="weigh-settle" className="justify-self-start">
        Mark as resolved
      </SubmitButton>
    </Form>
  )
}
