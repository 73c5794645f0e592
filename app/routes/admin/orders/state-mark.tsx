import type { CustomStage } from '#app/domain/orders/custom-work.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { OrderStep } from '#app/domain/orders/step.ts'
import { stageNames, stateNames, stepNames } from './labels.ts'

type Props = {
  state: OrderState
  step: OrderStep | null
  /** Of custom work: what it is at while it is not all paid. */
  stage: CustomStage | null
  held: boolean
  dispute: 'open' | 'won' | 'lost' | null
  priceToDecide: boolean
  isReturning?: boolean
}

function nameOf({ state, step, stage }: Pick<Props, 'state' | 'step' | 'stage'>): string {
  if (state === 'pending' && stage !== null) return stageNames[stage]
  return step === null || state === 'refunded' ? stateNames[state] : stepNames[step]
}

/** What became of an order, in a word; gold where it is to be sent. */
export function StateMark(props: Props) {
  const { state, step, stage, held, dispute, priceToDecide, isReturning } = props
  const disputed = dispute === 'open' || dispute === 'lost'
  const toBeSent = state === 'paid' && !held && !priceToDecide
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <span
        className={`border px-2 py-0.5 text-sm ${toBeSent ? 'border-gold bg-gold text-on-gold' : 'border-line'}`}
      >
        {nameOf({ state, step, stage })}
      </span>
      {held && (
        <span className="border border-alert px-2 py-0.5 text-alert text-sm">Needs a look</span>
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
