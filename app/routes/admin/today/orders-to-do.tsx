import { Link } from 'react-router'
import type { NextOrder, TodayPage, WorkStep } from '#app/.server/orders/queries/today-page.ts'
import { ShipBy } from '../orders/next-step.tsx'
import { modeOfList, ordersLink } from './orders-link.ts'

const headings = {
  paid: 'Not begun',
  making: 'In the making',
  ready: 'Ready to send',
} as const satisfies Record<WorkStep, string>

/** The work by its steps, each with the orders that come next and the day they are to be sent by. */
export function OrdersToDo({ today }: { today: TodayPage }) {
  if (today.work.toDo === 0) {
    return (
      <p className="mt-3 border-line border-y py-6 text-muted">
        Every order is on its way. Nothing is to be made or sent.
      </p>
    )
  }
  return (
    <div className="mt-4 grid items-start gap-x-8 gap-y-8 md:grid-cols-3">
      {(Object.keys(headings) as WorkStep[]).map((step) => (
        <Step key={step} step={step} today={today} />
      ))}
    </div>
  )
}

function Step({ step, today }: { step: WorkStep; today: TodayPage }) {
  const [count, next] = [today.work[step], today.next[step]]
  const to = ordersLink({ show: step, mode: modeOfList(today) })
  return (
    <section aria-labelledby={`step-${step}`} className="min-w-0">
      <h3 id={`step-${step}`} className="flex items-baseline justify-between gap-3">
        {headings[step]}
        <Link to={to} prefetch="intent" className="link tabular py-1">
          {count.toLocaleString('en-US')}
          <span className="sr-only">
            {' '}
            {count === 1 ? 'order' : 'orders'}, {headings[step].toLowerCase()}
          </span>
        </Link>
      </h3>
      <ul className="mt-2 border-line border-t text-sm">
        {next.map((order) => (
          <Next key={order.id} order={order} />
        ))}
        {next.length === 0 && <li className="border-line border-b py-3 text-muted">None</li>}
      </ul>
      {count > next.length && next.length > 0 && (
        <p className="mt-1 text-sm">
          <Link to={to} className="link inline-block py-1.5">
            And {(count - next.length).toLocaleString('en-US')} more
          </Link>
        </p>
      )}
    </section>
  )
}

function Next({ order }: { order: NextOrder }) {
  const { id, number, name, isHeld } = order
  return (
    <li className="flex items-baseline justify-between gap-x-4 border-line border-b py-2 md:max-lg:block">
      <span className="min-w-0">
        <Link
          to={`/admin/dashboard/orders/${id}`}
          prefetch="intent"
          className="link tabular inline-block whitespace-nowrap py-1 font-medium"
        >
          {number}
        </Link>
        {name && <span className="block text-muted wrap-anywhere">{name}</span>}
      </span>
      <span className="shrink-0 text-right">
        <ShipBy order={{ ...order, state: 'paid' }} />
        {isHeld && <span className="block text-alert">Needs a look</span>}
      </span>
    </li>
  )
}
