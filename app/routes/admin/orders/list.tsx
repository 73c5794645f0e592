import { Link } from 'react-router'
import {
  type ListedOrder,
  type OrdersFilter,
  ordersPage,
} from '#app/.server/orders/queries/admin-orders.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatCents } from '#app/domain/money/cents.ts'
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
  const page = Number(search.get('page') ?? 1) || 1
  return { q, filter, ...(await ordersPage(context.get(appContext), { q, filter, page })) }
}

const filters = Object.entries({
  all: 'All orders',
  held: 'Needs a look',
  ...stateNames,
} satisfies Record<OrdersFilter, string>) as [OrdersFilter, string][]

export const meta: Route.MetaFunction = () => [{ title: 'Orders, admin' }]

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { orders, total, page, pages, waiting, q, filter } = loaderData
  return (
    <>
      <h1>Orders</h1>
      <SearchForm
        label="Search orders"
        placeholder="Number, e-mail, name, tracking or payment"
        keep="show"
      />
      <ListChoices
        label="Filter"
        param="show"
        choices={filters}
        current={filter}
        counts={waiting}
      />
      {orders.length > 0 ? (
        <OrdersTable orders={orders} />
      ) : (
        <p className="border-line border-y py-12 text-center text-muted">
          {q !== '' || filter !== 'all'
            ? 'No order fits this search.'
            : 'There are no orders yet. The first one shows here as soon as somebody checks out.'}
        </p>
      )}
      <Paging page={page} pages={pages} count={formatCount(total, 'order')} />
    </>
  )
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

function Marks({ order: { state, holdReason, dispute } }: { order: ListedOrder }) {
  return <StateMark state={state} held={holdReason !== null} dispute={dispute} />
}
