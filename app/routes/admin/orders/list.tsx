import { data, Link } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import type { OrdersFilter } from '#app/.server/orders/queries/orders-matching.ts'
import type { Work } from '#app/.server/orders/queries/orders-to-do.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { canBuy } from '#app/.server/selling/queries/selling.ts'
import { listedMove } from '#app/contracts/orders/order.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { may } from '#app/domain/access/rights.ts'
import { isPicked, type PickedOrders } from '#app/domain/fulfillment/picking.ts'
import type { ByMode, Mode } from '#app/domain/payments/mode.ts'
import { adminTitle } from '../components/admin-title.ts'
import { alsoAfterConflict, keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List, ListFile } from '../components/list.tsx'
import { runCommand } from '../components/run-command.ts'
import type { Route } from './+types/list.ts'
import { MovedNotice } from './next-step.tsx'
import { ordersList, readOrders } from './orders-list.ts'
import { OrdersTable } from './orders-table.tsx'
import { SoldDays } from './sold-days.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { asked, sold, question } = readOrders(new URL(request.url).searchParams)
  const app = context.get(appContext)
  const { role } = context.get(adminContext)
  const rights = { maySell: may(role, 'orders.sell'), mayExport: may(role, 'orders.decide') }
  const page = await ordersPage(app, question)
  const mayTry = page.total === 0 && (await canBuy(app))
  return { ...rights, asked, sold, own: ownMode(app), mayTry, ...page }
}

/** The mode the shop takes payments in now. */
const ownMode = ({ payments }: AppContext): Mode => (payments?.live ? 'live' : 'test')

/** One tap in the list: the next step of an order, or the way back [DESK-05]. */
export async function action({ context, request }: Route.ActionArgs) {
  const { email: by, role } = context.get(adminContext)
  const app = context.get(appContext)
  const parsed = listedMove.safeParse(await formTexts(request))
  if (!parsed.success) {
    const message = 'This can’t be done here.'
    return data({ refused: { code: 'invalid_request', message } }, { status: 400 })
  }
  const { order: id, revision, to } = parsed.data
  return runCommand(app, async () => {
    refuseUnless(role, 'orders.make')
    const { number, revision: next } = await changeStep(app, { id, revision, by, to })
    return { moved: { id, number, revision: next, to } }
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const shouldRevalidate = alsoAfterConflict

export const meta: Route.MetaFunction = () => adminTitle('Orders')

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : null
  const moved = actionData && 'moved' in actionData ? actionData.moved : null
  const { asked, sold, orders, total, ofTest, waiting, isMixed, own } = loaderData
  const { maySell, mayExport, mayTry } = loaderData
  const { q, show, mode } = asked
  const isWork = work.has(show)
  const isWhole = q === '' && mode === 'both' && !sold.from && !sold.to
  const isAll = isWhole && show === 'all'
  const newOrder = maySell && (['/admin/dashboard/orders/new', 'Create an order'] as const)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1>Orders</h1>
        <p className="flex flex-wrap gap-x-6">
          <Link to="/admin/dashboard/orders/returns" className="link py-1">
            Returns
          </Link>
          <Link to="/admin/dashboard/trade-ins" className="link py-1">
            Trade-ins
          </Link>
          {maySell && (
            <Link to="/admin/dashboard/orders/new" className="link py-1">
              New order
            </Link>
          )}
        </p>
      </div>
      <ErrorBanner error={refused} />
      <List
        list={ordersList}
        asked={asked}
        found={loaderData}
        count={countOrders(total, ofTest, own)}
        counts={{
          show: {
            todo: countApart(waiting, own, 'toDo'),
            ...Object.fromEntries(counted.map((name) => [name, countApart(waiting, own, name)])),
          },
        }}
        isMixed={isMixed}
        belowSearch={<SoldDays sold={sold} />}
        aboveRows={
          // Neither is made for a search: what is printed would be more than what is listed.
          isWhole && isPicked(show) && orders.length > 0 && <PackingDocuments of={show} />
        }
        belowRows={
          <>
            <MovedNotice moved={moved} />
            {mayExport && orders.length > 0 && (
              <div className="mt-4 text-sm">
                <ListFile action="/admin/dashboard/orders/orders.csv">Export CSV</ListFile>
              </div>
            )}
          </>
        }
        empty={
          <EmptyList next={isAll ? [mayTry && tryIt, newOrder] : [showAll]}>
            {isAll
              ? 'There are no orders yet. The first one appears here as soon as someone checks out.'
              : 'No orders match this search.'}
          </EmptyList>
        }
      >
        <OrdersTable orders={orders} isWork={isWork} />
      </List>
    </>
  )
}

const tryIt = ['/products', 'Buy a piece to try it'] as const
const showAll = ['/admin/dashboard/orders', 'Show all orders'] as const

/** What to fetch for these orders, and what goes into and onto each parcel [PARCEL-06, PARCEL-12]. */
function PackingDocuments({ of }: { of: PickedOrders }) {
  return (
    <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <a href={`/admin/dashboard/orders/pick-list.pdf?of=${of}`} download className="link py-1">
        Pick list (PDF)
      </a>
      {of === 'ready' && (
        <a href="/admin/dashboard/orders/packing-slips.pdf" download className="link py-1">
          Packing slips (PDF)
        </a>
      )}
    </p>
  )
}

/** Listed by the day they were promised for. */
const work: ReadonlySet<OrdersFilter> = new Set([
  'todo',
  'custom',
  'pickup',
  'late',
  'paid',
  'making',
  'ready',
])

const counted = [
  ...([
    'custom',
    'pickup',
    'late',
    'held',
    'disputed',
    'mail',
    'address',
    'debit',
    'wire',
  ] as const),
  ...(['paid', 'making', 'ready'] as const),
]

/** `3`, of the mode the shop is in now; `3, 2 test` where some of the other wait as well [MODE-04]. */
function countApart(waiting: ByMode<Work>, own: Mode, what: keyof Work): string | undefined {
  const other = own === 'live' ? 'test' : 'live'
  const counts = [
    waiting[own][what] > 0 && `${waiting[own][what]}`,
    waiting[other][what] > 0 && `${waiting[other][what]} ${other}`,
  ].filter(Boolean)
  return counts.join(', ') || undefined
}

/** A shop that only tries itself out need not be told that all are tests. */
function countOrders(total: number, ofTest: number, own: Mode): string {
  const count = formatCount(total, 'order')
  const isPlain = ofTest === 0 || (ofTest === total && own === 'test')
  return isPlain ? count : `${count}, ${ofTest === total ? 'all' : ofTest} of them test`
}
