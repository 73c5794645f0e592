import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { EditPreview } from '#app/.server/order-edits/queries/preview-edit.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { maxLinkDays } from '#app/domain/payments/payment-request-link.ts'
import { SteppedField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import type { ShownEdit } from './actions.ts'

/** A change read back to staff, to be confirmed by a second press; nothing was changed yet. */
export function ShownChange({ shown: { preview, confirm } }: { shown: ShownEdit }) {
  const { due, refund, gold } = preview
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    void section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-label="Change preview" className="mt-6 border border-gold p-4">
      <Sums preview={preview} />
      <p role="status" className="mt-3">
        {outcomeOf(preview)}
      </p>
      {gold && (
        <p className="mt-2 text-muted text-sm">
          Added pieces are priced at {formatExactRate(gold.perGram)} per gram.
        </p>
      )}
      <Form method="post" preventScrollReset className="mt-3 grid gap-3">
        {Object.entries(confirm).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {due > 0 && (
          <SteppedField
            name="days"
            label="Days to pay"
            hint="The price and the pieces are held that long."
            by="1"
            min={1}
            max={maxLinkDays}
            defaultValue="1"
            inputClass="max-w-24"
          />
        )}
        <SubmitButton action="edit" gold className="justify-self-start">
          {due > 0
            ? `Request ${formatCents(due)}`
            : refund > 0
              ? `Change and refund ${formatCents(refund)}`
              : 'Change the order'}
        </SubmitButton>
      </Form>
      <p className="mt-3 text-muted text-sm">Not changed yet. You can still edit it below.</p>
    </section>
  )
}

function Sums({ preview: { removed, added, credit, tax } }: { preview: EditPreview }) {
  const rows = [
    ...removed.map(({ title }) => [`Removed: ${title}`, '']),
    ...added.map(({ title, total }) => [`Added: ${title}`, formatCents(total)]),
    ...(tax > 0 ? [['Sales tax on the added pieces', formatCents(tax)]] : []),
    ...(credit > 0
      ? [['Credit for the removed pieces, tax included', formatCents(cents(-credit))]]
      : []),
  ]
  return (
    <dl className="grid gap-1.5">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="wrap-anywhere">{name}</dt>
          <dd className="whitespace-nowrap">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function outcomeOf({ due, refund }: EditPreview): string {
  if (due > 0) {
    return `The buyer pays ${formatCents(due)} by a payment link. The order changes and can ship once that’s paid.`
  }
  if (refund > 0) return `${formatCents(refund)} will be refunded to the buyer.`
  return 'No payment or refund is due.'
}
