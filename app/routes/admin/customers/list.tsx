import { Link } from 'react-router'
import { customersPage, type ListedCustomer } from '#app/.server/customers/queries/customers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Email } from '#app/ui/text/no-break.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List, ListFile } from '../components/list.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { customersList, readCustomers } from './customers-list.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { own, asked, question } = readCustomers(app, new URL(request.url).searchParams)
  return { own, asked, ...(await customersPage(app, question)) }
}

export const meta: Route.MetaFunction = () => adminTitle('Customers')

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { own, asked, customers, total, isMixed } = loaderData
  return (
    <>
      <h1>Customers</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Everyone who has paid for an order, by email address. Buyers don’t have accounts or
        passwords. Buyers without an email address aren’t listed here or in the file; see{' '}
        <Link to="/admin/dashboard/orders" className="link">
          Orders
        </Link>
        .
      </p>
      <List
        list={customersList(own)}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'customer')}
        isMixed={isMixed}
        empty={
          <EmptyList
            next={
              asked.q === ''
                ? [['/admin/dashboard/orders', 'Orders']]
                : [['?', 'Show all customers']]
            }
          >
            {asked.q === ''
              ? 'No one has bought anything yet. Everyone who pays for an order appears here.'
              : 'No customers match your search.'}
          </EmptyList>
        }
      >
        <CustomersTable customers={customers} />
      </List>
      {customers.length > 0 && (
        <div className="mt-4 text-sm">
          <ListFile action="/admin/dashboard/customers/customers.csv">
            Export these customers (CSV)
          </ListFile>
        </div>
      )}
    </>
  )
}

const columns = ['Customer', ['Latest order', 'max-sm:hidden'], ['Orders', 'figure']] as const

function CustomersTable({ customers }: { customers: readonly ListedCustomer[] }) {
  return (
    <Table caption="Customers, latest order first" className="mt-6" columns={columns}>
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
    </Table>
  )
}
