import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import type { NextOrder, TodayPage, WorkStep } from '#app/.server/reports/queries/today-page.ts'
import { stageNames } from '#app/domain/draft-orders/custom-work.ts'
import { OrderLink } from '../components/order-link.tsx'
import { ShipBy } from '../orders/next-step.tsx'
import { modeOfList, ordersLink } from './orders-link.ts'

const headings = {
  paid: 'Not started',
  making: 'In production',
  ready: 'Ready to ship',
} as const satisfies Record<WorkStep, string>

/** The work by its steps, each with the orders that come next and the day they must be sent by. */
export function OrdersToDo({ today }: { today: TodayPage }) {
  if (today.work.toDo === 0) {
    return (
      <p className="mt-3 border-line border-y py-6 text-muted">
        Nothing to make or ship right now.
      </p>
    )
  }
  return (
    <div className="mt-4 grid items-start gap-x-8 gap-y-8 md:grid-cols-3">
      {(Object.keys(headings) as WorkStep[]).map((step) => (
        <Step
          key={step}
          name={step}
          heading={headings[step]}
          count={today.work[step]}
          today={today}
        >
          {today.next[step].map((order) => (
            <Next key={order.id} order={order}>
              <ShipBy order={{ ...order, state: 'paid' }} />
              {order.delivery && <span className="block text-notice">{order.delivery}</span>}
            </Next>
          ))}
        </Step>
      ))}
      {today.work.pickup > 0 && (
        <Step name="pickup" heading="Ready for pickup" count={today.work.pickup} today={today}>
          {today.nextPickups.map((order) => (
            <Next key={order.id} order={order}>
              Waiting for the buyer
            </Next>
          ))}
        </Step>
      )}
      {today.work.custom > 0 && (
        <Step name="custom" heading="Custom work" count={today.work.custom} today={today}>
          {today.nextCustom.map((order) => (
            <Next key={order.id} order={order}>
              {order.stage === 'deposit' ? 'Deposit paid: start work' : stageNames[order.stage]}
            </Next>
          ))}
        </Step>
      )}
    </div>
  )
}

type StepProps = {
  name: WorkStep | 'custom' | 'pickup'
  heading: string
  count: number
  today: TodayPage
  /** The orders that come next. */
  children: ReactElement[]
}

function Step({ name, heading, count, today, children }: StepProps) {
  const to = ordersLink({ show: name, mode: modeOfList(today) })
  return (
    <section aria-labelledby={`step-${name}`} className="min-w-0">
      <h3 id={`step-${name}`} className="flex items-baseline justify-between gap-3">
        {heading}
        <Link to={to} prefetch="intent" className="link py-1">
          {count.toLocaleString('en-US')}
          <span className="sr-only">
            {' '}
            {count === 1 ? 'order' : 'orders'}, {heading.toLowerCase()}
          </span>
        </Link>
      </h3>
      <ul className="mt-2 border-line border-t text-sm">
        {children}
        {children.length === 0 && <li className="border-line border-b py-3 text-muted">None</li>}
      </ul>
      {count > children.length && children.length > 0 && (
        <p className="mt-1 text-sm">
          <Link to={to} className="link inline-block py-1.5">
            And {(count - children.length).toLocaleString('en-US')} more
          </Link>
        </p>
      )}
    </section>
  )
}

type NextProps = {
  order: Pick<NextOrder, 'id' | 'number' | 'name' | 'isHeld'>
  children: ReactNode
}

function Next({ order, children }: NextProps) {
  const { id, number, name, isHeld } = order
  return (
    <li className="flex items-baseline justify-between gap-x-4 border-line border-b py-2 md:max-lg:block">
      <span className="min-w-0 md:max-lg:block">
        <OrderLink id={id} number={number} />
        {name && <span className="block text-muted wrap-anywhere">{name}</span>}
      </span>
      <span className="shrink-0 text-right">
        {children}
        {isHeld && <span className="block text-alert">Needs review</span>}
      </span>
    </li>
  )
}
