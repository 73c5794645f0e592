import { data, Link, type ShouldRevalidateFunction } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { changeStep } from '#app/.server/orders/commands/change-step.ts'
import {
  type ListedOrder,
  type OrdersFilter,
  ordersPage,
} from '#app/.server/orders/queries/admin-orders.ts'
import type { Work } from '#app/.server/orders/queries/work.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/form-data.ts'
import { listedMove } from '#app/contracts/order.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { ByMode, Mode } from '#app/domain/payments/mode.ts'
import { Paging } from '#app/ui/paging.tsx'
import { Email } from '#app/ui/text/unbroken.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { ListChoices, SearchForm } from '../components/list-controls.tsx'
import { runCommand } from '../components/run-command.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { TableHead } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { stateNames, stepNames } from './labels.ts'
import { MovedNotice, NextStep, ShipBy } from './next-step.tsx'
import { StateMark } from './state-mark.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const q = search.get('q') ?? ''
  const filter = filters.find(([known]) => known === search.get('show'))?.[0] ?? 'all'
  const mode = modes.find(([known]) => known === search.get('mode'))?.[0] ?? 'both'
  const page = Number(search.get('page') ?? 1) || 1
  const app = context.get(appContext)
  const question = { q, filter, mode: mode === 'both' ? undefined : mode, page }
  return { q, filter, mode, own: ownMode(app), ...(await ordersPage(app, question)) }
}

/** The mode the shop takes payments in now. */
const ownMode = ({ payments }: AppContext): Mode => (payments?.live ? 'live' : 'test')

const { pending, refunded, expired, cancelled } = stateNames

const filters = Object.entries({
  all: 'All orders',
  todo: 'To do',
  late: 'Late',
  held: 'Needs a look',
  ...stepNames,
  ...{ pending, refunded, expired, cancelled },
} satisfies Record<OrdersFilter, string>) as [OrdersFilter, string][]

const modes = [
  ['both', 'Live and test'],
  ['live', 'Live'],
  ['test', 'Test'],
] as const satisfies [Mode | 'both', string][]

/** One tap in the list: the next step of an order, or the way back [DESK-05]. */
export async function action({ context, request }: Route.ActionArgs) {
  const { email: by, role } = context.get(adminContext)
  const app = context.get(appContext)
  const parsed = listedMove.safeParse(await formTexts(request))
  if (!parsed.success) {
    const message = 'This is nothing that can be done here.'
    return data({ refused: { code: 'invalid_request', message } }, { status: 400 })
  }
  const { order: id, revision, to } = parsed.data
  return runCommand(app, async () => {
    refuseUnless(role, 'orders.make')
    const { number, revision: next } = await changeStep(app, { id, revision, by, to })
    return { moved: { id, number, revision: next, to } }
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This was not done.')
}

/** Also where a colleague was first: the list shows what they did. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 409 || defaultShouldRevalidate

export const meta: Route.MetaFunction = () => [{ title: 'Orders, admin' }]

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : null
  const moved = actionData && 'moved' in actionData ? actionData.moved : null
  const { orders, total, ofTest, page, pages, waiting, isMixed, q, filter, mode, own } = loaderData
  const isWork = work.has(filter)
  return (
    <>
      <h1>Orders</h1>
      <ErrorBanner error={refused} />
      <SearchForm
        label="Search orders"
        placeholder="Number, e-mail, name, tracking or payment"
        keep={['show', 'mode']}
      />
      <ListChoices
        label="Filter"
        param="show"
        choices={filters}
        current={filter}
        counts={{
          todo: countApart(waiting, own, 'toDo'),
          ...Object.fromEntries(counted.map((name) => [name, countApart(waiting, own, name)])),
        }}
      />
      {(isMixed || mode !== 'both') && (
        <ListChoices label="Payments" param="mode" choices={modes} current={mode} />
      )}
      {filter === 'ready' && orders.length > 0 && <PackingPapers />}
      {orders.length > 0 ? (
        <OrdersTable orders={orders} isWork={isWork} />
      ) : (
        <p className="border-line border-y py-12 text-center text-muted">
          {q !== '' || filter !== 'all' || mode !== 'both'
            ? 'No order fits this search.'
            : 'There are no orders yet. The first one shows here as soon as somebody checks out.'}
        </p>
      )}
      <MovedNotice moved={moved} />
      <Paging page={page} pages={pages} count={countOrders(total, ofTest, own)} />
    </>
  )
}

/** For a morning of packing: what to fetch, and what goes into and onto each parcel [PARCEL-06]. */
function PackingPapers() {
  return (
    <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <a href="/admin/dashboard/orders/pick-list.pdf" download className="link py-1">
        Pick list (PDF)
      </a>
      <a href="/admin/dashboard/orders/packing-slips.pdf" download className="link py-1">
        Packing slips (PDF)
      </a>
    </p>
  )
}

/** Listed by the day they were promised for. */
const work: ReadonlySet<OrdersFilter> = new Set(['todo', 'late', 'paid', 'making', 'ready'])

const counted = ['late', 'held', 'paid', 'making', 'ready'] as const

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

const columns = [
  'Order',
  ['Customer', 'max-md:hidden'],
  ['State', 'max-sm:hidden'],
  ['Ship by', 'max-md:hidden'],
  ['Tracking', 'max-xl:hidden'],
  ['Pieces', 'figure max-lg:hidden'],
  ['Total', 'figure max-lg:hidden'],
  'Next step',
] as const

function OrdersTable({ orders, isWork }: { orders: readonly ListedOrder[]; isWork: boolean }) {
  return (
    <table className="admin-table">
      <caption className="sr-only">
        Orders, {isWork ? 'by the day they are to be sent' : 'newest first'}
      </caption>
      <TableHead columns={columns} />
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <Link
                to={`/admin/dashboard/orders/${order.id}`}
                prefetch="intent"
                className="link tabular inline-block whitespace-nowrap py-1 font-medium"
              >
                {order.number}
              </Link>
              <span className="block text-muted text-sm">
                <ShopTime at={order.createdAt} />
                {order.isTest && <span className="text-notice"> Test</span>}
              </span>
              <span className="block text-sm wrap-anywhere md:hidden">
                {order.name ?? order.email ?? ''}
              </span>
              <span className="block text-sm sm:hidden">{formatCents(order.total)}</span>
              <span className="block text-sm md:hidden">
                <ShipByLine order={order} />
              </span>
              <span className="mt-1.5 block sm:hidden">
                <Marks order={order} />
              </span>
            </td>
            <td className="max-w-72 max-md:hidden">
              <span className="block wrap-anywhere">{order.name ?? '—'}</span>
              <span className="block text-muted text-sm wrap-anywhere">
                {order.email && <Email address={order.email} />}
              </span>
            </td>
            <td className="max-sm:hidden">
              <Marks order={order} />
            </td>
            <td className="text-sm max-md:hidden">
              <ShipBy order={order} />
            </td>
            <td className="max-w-48 text-sm wrap-anywhere max-xl:hidden">{order.tracking}</td>
            <td className="figure max-lg:hidden">{order.pieces}</td>
            <td className="figure max-lg:hidden">{formatCents(order.total)}</td>
            <td>
              <NextStep order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ShipByLine({ order }: { order: ListedOrder }) {
  if (order.state !== 'paid' || order.shipBy === null) return null
  return (
    <>
      Ship by <ShipBy order={order} />
    </>
  )
}

function Marks({ order }: { order: ListedOrder }) {
  const { state, step, isHeld, dispute, priceToDecide } = order
  return <StateMark {...{ state, step, dispute, priceToDecide }} held={isHeld} />
}
