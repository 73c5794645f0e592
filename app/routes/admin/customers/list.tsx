import { Link, useLocation } from 'react-router'
import { customersPage, type ListedCustomer } from '#app/.server/customers/queries/customers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { Paging } from '#app/ui/paging.tsx'
import { Email } from '#app/ui/text/unbroken.tsx'
import { DownloadButton } from '../components/download-button.tsx'
import { EmptyList } from '../components/empty-list.tsx'
import { formatCount } from '../components/format-count.ts'
import { ListChoices, SearchForm } from '../components/list-controls.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { TableBox, TableHead } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { modesFrom, readCustomersFilter } from './customers-filter.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const app = context.get(appContext)
  const own: Mode = app.payments?.live ? 'live' : 'test'
  const { q, mode } = readCustomersFilter(search, own)
  const page = Number(search.get('page') ?? 1) || 1
  return { q, own, mode, ...(await customersPage(app, { q, livemode: mode === 'live', page })) }
}

export const meta: Route.MetaFunction = () => [{ title: 'Customers, admin' }]

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { customers, total, page, pages, isMixed, q, own, mode } = loaderData
  const { search } = useLocation()
  return (
    <>
      <h1>Customers</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Everyone who paid for an order, by email address. They have no account and no password.
        Buyers without an email address are not listed here or in the file: see{' '}
        <Link to="/admin/dashboard/orders" className="link">
          Orders
        </Link>
        .
      </p>
      <SearchForm
        label="Search customers"
        placeholder="Name, e-mail, phone or ZIP"
        keep={['mode']}
      />
      {(isMixed || mode !== own) && (
        <ListChoices label="Payments" param="mode" choices={modesFrom(own)} current={mode} />
      )}
      {customers.length > 0 ? (
        <CustomersTable customers={customers} />
      ) : (
        <EmptyList
          next={q === '' ? [['/admin/dashboard/orders', 'Orders']] : [['?', 'Show all customers']]}
        >
          {q === ''
            ? 'Nobody has bought yet. Whoever pays for an order shows here.'
            : 'No customer fits this search.'}
        </EmptyList>
      )}
      <Paging page={page} pages={pages} count={formatCount(total, 'customer')} />
      {customers.length > 0 && (
        <div className="mt-4 text-sm">
          <DownloadButton
            action={`/admin/dashboard/customers/customers.csv${search}`}
            className="link inline-block py-1"
          >
            These customers as a file (CSV)
          </DownloadButton>
        </div>
      )}
    </>
  )
}

const columns = ['Customer', ['Latest order', 'max-sm:hidden'], ['Orders', 'figure']] as const

function CustomersTable({ customers }: { customers: readonly ListedCustomer[] }) {
  return (
    <TableBox className="mt-6">
      <table className="admin-table">
        <caption className="sr-only">Customers, latest order first</caption>
        <TableHead columns={columns} />
        <tbody>
          {customers.map(({ id, name, email, orders, lastPaidAt }) => (
            <tr key={id}>
              <td>
                <Link
                  to={`/admin/dashboard/customers/${id}`}
                  prefetch="intent"
                  className="link inline-block py-1 font-medium wrap-anywhere"
                >
                  {name ?? email}
                </Link>
                {name !== null && (
                  <span className="block text-muted text-sm wrap-anywhere">
                    <Email address={email} />
                  </span>
                )}
                <span className="block text-muted text-sm sm:hidden">
                  <ShopTime at={lastPaidAt} />
                </span>
              </td>
              <td className="max-sm:hidden">
                <ShopTime at={lastPaidAt} />
              </td>
              <td className="figure">{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
