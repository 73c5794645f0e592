import { type CustomStage, stageNames } from '#app/domain/draft-orders/custom-work.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { onItsWayNames, stateNames, stepName } from './state-names.ts'

type Props = {
  state: OrderState
  step: OrderStep | null
  /** Of custom work: what it is at while it is not all paid. */
  stage: CustomStage | null
  isPickup: boolean
  /** It needs a look by staff. */
  held: boolean
  dispute: 'open' | 'won' | 'lost' | null
  priceToDecide: boolean
  isReturning?: boolean
  /** How it is paid, while a bank sends the money. */
  onItsWay?: PayBy | null
}

function nameOf({
  state,
  step,
  stage,
  isPickup,
  onItsWay,
}: Pick<Props, 'state' | 'step' | 'stage' | 'isPickup' | 'onItsWay'>): string {
  if (state === 'pending' && onItsWay) return onItsWayNames[onItsWay]
  if (state === 'pending' && stage !== null) return stageNames[stage]
  return step === null || state === 'refunded' ? stateNames[state] : stepName(step, { isPickup })
}

/** What became of an order, in a word; gold if it must be sent. */
export function StateMark({
  state,
  step,
  stage,
  isPickup,
  held,
  dispute,
  priceToDecide,
  isReturning,
  onItsWay = null,
}: Props) {
  const disputed = dispute === 'open' || dispute === 'lost'
  const toBeSent = state === 'paid' && !held && !priceToDecide
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <span
        className={`border px-2 py-0.5 text-sm ${toBeSent ? 'border-gold bg-gold text-on-gold' : 'border-line'}`}
      >
        {nameOf({ state, step, stage, isPickup, onItsWay })}
      </span>
      {held && (
        <span className="border border-alert px-2 py-0.5 text-alert text-sm">Needs review</span>
      )}
      {disputed && (
        <span className="border border-alert px-2 py-0.5 text-alert text-sm">
          {dispute === 'open' ? 'Disputed' : 'Dispute lost'}
        </span>
      )}
      {priceToDecide && (
        <span className="border border-alert px-2 py-0.5 text-alert text-sm">Price withdrawn</span>
      )}
      {isReturning && (
        <span className="border border-notice px-2 py-0.5 text-notice text-sm">Return open</span>
      )}
    </span>
  )
}
