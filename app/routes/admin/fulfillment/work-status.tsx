import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { nextStep, stepBefore, stepsBeforeSending } from '#app/domain/fulfillment/work-status.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { ShipBy, taps } from '../orders/next-step.tsx'
import { stepName } from '../orders/state-names.ts'

const shown = [...stepsBeforeSending, 'sent', 'delivered'] as const
const shownOfPickup = [...stepsBeforeSending, 'delivered'] as const

/** The state of the work on an order, and its next step; sending has its own form [DESK-01]. */
export function Making({ order }: { order: AdminOrder }) {
  const { step, state } = order
  if (step === null || state === 'refunded') return null
  const next = nextStep(step)
  const isPickup = order.pickup !== null
  // A piece that was handed over isn’t on its way again.
  const before = isPickup && step === 'delivered' ? null : stepBefore(step)
  return (
    <section className="admin-panel print:hidden">
      <h2>Progress</h2>
      <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {(isPickup ? shownOfPickup : shown).map((one) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            className="border-transparent border-b-2 py-1 text-muted aria-[current]:border-gold aria-[current]:text-ink"
          >
            {stepName(one, { isPickup })}
          </li>
        ))}
      </ol>
      {state === 'paid' && order.shipBy !== null && (
        <div className="mt-2 text-sm">
          <p>
            {isPickup ? 'Ready by' : 'Ship by'} <ShipBy order={order} />
          </p>
          <Disclosure look="text" label="What does this date mean?">
            <p>
              The last day to {isPickup ? 'have it ready for pickup' : 'ship it'}, as promised when
              it was paid. If you can’t meet it, notify the buyer before then. Under U.S. law, they
              can agree to a new date or get their money back.
            </p>
          </Disclosure>
        </div>
      )}
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="action" value="move" />
        <input type="hidden" name="revision" value={order.revision} />
        {next && next !== 'sent' && (
          <SubmitButton name="to" value={next}>
            {taps[next]}
          </SubmitButton>
        )}
        {before && (
          <SubmitButton name="to" value={before} className="border-transparent">
            Back to: {stepName(before, { isPickup }).toLowerCase()}
          </SubmitButton>
        )}
      </Form>
    </section>
  )
}
