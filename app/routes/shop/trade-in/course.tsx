import type { OwnerTradeIn } from '#app/.server/trade-ins/queries/owner-trade-in.ts'
import {
  isTradeInOpen,
  type TradeInKind,
  type TradeInState,
} from '#app/domain/trade-ins/trade-in.ts'
import { DateTime } from '../order-summary.tsx'

const names: Record<TradeInState, string> = {
  requested: 'Requested',
  accepted: 'Approved',
  sent: 'On its way to us',
  received: 'Received',
  weighed: 'Weighed and tested',
  offered: 'Our offer',
  agreed: 'Offer accepted',
  working: 'Being recast',
  returning: 'Ready to ship back',
  done: 'Done',
  declined: 'Declined',
  canceled: 'Canceled',
  lost: 'Lost in transit',
  'sent back': 'Sent back to you',
}

/** Of a recast the owner pays, so it has a quote. */
const recastNames: Partial<Record<TradeInState, string>> = {
  offered: 'Your recast quote',
  agreed: 'Quote approved',
}

const nameOf = (kind: TradeInKind, state: TradeInState): string =>
  (kind === 'recast' ? recastNames[state] : undefined) ?? names[state]

/** What is still to come, if all goes well. */
const usual = ['requested', 'accepted', 'received', 'weighed', 'offered', 'agreed'] as const

function stillToCome({ kind, state }: OwnerTradeIn): TradeInState[] {
  if (!isTradeInOpen(state)) return []
  if (state === 'returning') return ['sent back']
  const path: TradeInState[] = [
    ...usual,
    ...(kind === 'recast' ? (['working'] as const) : []),
    'done',
  ]
  const at = path.indexOf(state === 'sent' ? 'accepted' : state)
  return path.slice(at + 1)
}

/** Each step once, with when it was last reached, then those to come. */
export function Course({ page }: { page: OwnerTradeIn }) {
  const last = new Map(page.steps.map(({ state, at }) => [state, at]))
  const reached = page.steps.filter(({ state, at }) => last.get(state) === at)
  return (
    <section aria-labelledby="course" className="mt-12">
      <h2 id="course" className="text-2xl">
        Steps
      </h2>
      <ol className="mt-4">
        {reached.map(({ state, at }) => (
          <li
            key={state}
            aria-current={state === page.state ? 'step' : undefined}
            className="relative border-gold border-l py-2.5 pl-6 before:absolute before:top-[1.15rem] before:-left-1 before:size-[7px] before:bg-gold aria-[current]:font-medium"
          >
            {nameOf(page.kind, state)}
            <span className="block font-normal text-muted text-sm">
              <DateTime at={at} />
            </span>
          </li>
        ))}
        {stillToCome(page).map((state) => (
          <li
            key={state}
            className="relative border-line border-l py-2.5 pl-6 text-muted before:absolute before:top-[1.15rem] before:-left-1 before:size-[7px] before:border before:border-muted before:bg-ground"
          >
            {nameOf(page.kind, state)}
          </li>
        ))}
      </ol>
    </section>
  )
}
