import { Link } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type ListedOrder,
  type OrdersFilter,
  ordersPage,
} from '#app/.server/orders/queries/admin-orders.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { ByMode, Mode } from '#app/domain/payments/mode.ts'
import { Paging } from '#app/ui/paging.tsx'
import { Email } from '#app/ui/text/unbroken.tsx'
import { formatCount } from '../components/format-count.ts'
import { ListChoices, SearchForm } from '../components/list-controls.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { TableHead } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { stateNames } from './labels.ts'
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

const filters = Object.entries({
  all: 'All orders',
  held: 'Needs a look',
  ...stateNames,
} satisfies Record<OrdersFilter, string>) as [OrdersFilter, string][]

const modes = [
  ['both', 'Live and test'],
  ['live', 'Live'],
  ['test', 'Test'],
] as const satisfies [Mode | 'both', string][]

export const meta: Route.MetaFunction = () => [{ title: 'Orders, admin' }]

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, total, ofTest, page, pages, waiting, isMixed, q, filter, mode, own } = loaderData
  return (
    <>
      <h1>Orders</h1>
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
        counts={{ paid: countApart(waiting, own, 'paid'), held: countApart(waiting, own, 'held') }}
      />
      {(isMixed || mode !== 'both') && (
        <ListChoices label="Payments" param="mode" choices={modes} current={mode} />
      )}
      {orders.length > 0 ? (
        <OrdersTable orders={orders} />
      ) : (
        <p className="border-line border-y py-12 text-center text-muted">
          {q !== '' || filter !== 'all' || mode !== 'both'
            ? 'No order fits this search.'
            : 'There are no orders yet. The first one shows here as soon as somebody checks out.'}
        </p>
      )}
      <Paging page={page} pages={pages} count={countOrders(total, ofTest, own)} />
    </>
  )
}

/** `3`, of the mode the shop is in now; `3, 2 test` where some of the other wait as well [MODE-04]. */
function countApart(
  waiting: ByMode<{ paid: number; held: number }>,
  own: Mode,
  what: 'paid' | 'held',
): string | undefined {
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
  ['Tracking', 'max-lg:hidden'],
  ['Pieces', 'figure max-md:hidden'],
  ['Total', 'figure'],
] as const

function OrdersTable({ orders }: { orders: readonly ListedOrder[] }) {
  return (
    <table className="admin-table">
      <caption className="sr-only">Orders, newest first</caption>
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
            <td className="max-w-48 text-sm wrap-anywhere max-lg:hidden">{order.tracking}</td>
            <td className="figure max-md:hidden">{order.pieces}</td>
            <td className="figure">{formatCents(order.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Marks({ order }: { order: ListedOrder }) {
  const { state, isHeld, dispute, priceToDecide } = order
  return <StateMark {...{ state, dispute, priceToDecide }} held={isHeld} />
}
