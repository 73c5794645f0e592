import { Link, redirect } from 'react-router'
import { recoveryCodesLeft } from '#app/.server/auth/recovery-codes.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type TodayPage, todayPage } from '#app/.server/reports/queries/today-page.ts'
import type { SetupProgress } from '#app/.server/setup/queries/setup-progress.ts'
import { areFewLeft } from '#app/domain/access/recovery-codes.ts'
import { may } from '#app/domain/access/rights.ts'
import type { Day } from '#app/domain/time/day.ts'
import { formatter } from '#app/domain/time/formatter.ts'
import { isVisitRange } from '#app/domain/visits/visit-periods.ts'
import { adminTitle } from '../components/admin-title.ts'
import { formatCount } from '../components/format-count.ts'
import { leftToDo } from '../setup/left-to-do.ts'
import type { Route } from './+types/today.ts'
import { GoldNow } from './gold-now.tsx'
import { NeedsAHand } from './needs-attention.tsx'
import { modeOfList, ordersLink } from './orders-link.ts'
import { OrdersToDo } from './orders-to-do.tsx'
import { Reminders } from './reminders.tsx'
import { Sales } from './sales.tsx'
import { Visits } from './visits.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  // The list of products was here: its searches and pages may be bookmarked.
  if (['q', 'order', 'page'].some((name) => searchParams.has(name))) {
    throw redirect(`/admin/dashboard/products${search}`)
  }
  const range = searchParams.get('visits')
  const { id, role } = context.get(adminContext)
  const app = context.get(appContext)
  const mayPrice = may(role, 'gold-price')
  const codesLeft = await recoveryCodesLeft(app.db.orm, id)
  const maySell = may(role, 'orders.sell')
  return {
    mayPrice,
    maySell,
    codesLeft,
    ...(await todayPage(app, role, isVisitRange(range) ? range : undefined)),
  }
}

export const meta: Route.MetaFunction = () => adminTitle('Today')

/**
 * What needs attention, what to make and send, what was sold; each figure leads to its list
 * [TODAY-01].
 */
export default function Today({ loaderData: today }: Route.ComponentProps) {
  const { day, sales, mayPrice, maySell, codesLeft } = today
  return (
    <>
      <h1>Today</h1>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-6 text-muted">
        <time dateTime={day}>{formatToday(day)}</time>
        {maySell && (
          <Link to="/admin/dashboard/orders/new" className="link py-1">
            New order
          </Link>
        )}
      </p>
      <div className="mt-8 grid grid-cols-1 gap-10">
        <NeedsAHand today={today} />
        {today.setup && <SetupOpen setup={today.setup} />}
        {areFewLeft(codesLeft) && <FewCodes left={codesLeft} />}
        <Work today={today} />
        {sales && today.hasOrders && <Sales sales={sales} today={today} />}
        {today.visits && <Visits report={today.visits} />}
        {today.reminders && <Reminders figures={today.reminders} />}
        <GoldNow mayOpen={mayPrice} />
      </div>
    </>
  )
}

function Work({ today }: { today: TodayPage }) {
  const { hasOrders, hasOther, mode, otherToDo } = today
  const other = mode === 'live' ? 'test' : 'live'
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">To make and ship</h2>
      {hasOrders ? (
        <OrdersToDo today={today} />
      ) : (
        <p className="mt-3 border-line border-y py-10 text-muted">
          There are no {hasOther ? `${mode} ` : ''}orders yet. The first one appears here as soon as
          someone checks out.
        </p>
      )}
      {today.work.debit > 0 && (
        <p className="mt-3 text-sm">
          <Link
            to={ordersLink({ show: 'debit', mode: modeOfList(today) })}
            className="link inline-block py-1"
          >
            {formatCount(today.work.debit, 'bank debit')} on{' '}
            {today.work.debit === 1 ? 'its' : 'their'} way
          </Link>
          . Don’t make or ship anything for {today.work.debit === 1 ? 'it' : 'them'} until the money
          arrives.
        </p>
      )}
      {otherToDo > 0 && (
        <p className="mt-3 text-sm">
          Besides,{' '}
          <Link to={ordersLink({ show: 'todo', mode: other })} className="link py-1">
            {formatCount(otherToDo, `${other} order`)}
          </Link>{' '}
          {otherToDo === 1 ? 'is' : 'are'} left to do.
        </p>
      )}
    </section>
  )
}

/** Until nothing is open, an owner who signs in sees the way to it [SETUP-07]. */
function SetupOpen({ setup }: { setup: SetupProgress }) {
  const left = leftToDo(setup)
  if (left === null) return null
  return (
    <p className="border border-notice px-4 py-3">
      {left}{' '}
      <Link to="/admin/dashboard/setup" prefetch="intent" className="link inline-block py-1">
        View tasks
      </Link>
    </p>
  )
}

/** An admin without any of them, and without their phone, cannot sign in [PEOPLE-02]. */
function FewCodes({ left }: { left: number }) {
  return (
    <p className="border border-notice px-4 py-3">
      {left === 0
        ? 'You have no recovery codes left'
        : `You have ${formatCount(left, 'recovery code')} left`}
      , in case you lose your phone.{' '}
      <Link to="/admin/account" prefetch="intent" className="link inline-block py-1">
        Create new ones
      </Link>
    </p>
  )
}

/** `Monday, November 23` */
const formatToday = (day: Day): string =>
  formatter({ weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
