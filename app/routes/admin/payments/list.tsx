import { Link } from 'react-router'
import {
  type ListedPayment,
  unmatchedPayments,
} from '#app/.server/payments/queries/unmatched-payments.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  type OrderOwedRefund,
  ordersOwedRefund,
} from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { Email } from '#app/ui/text/no-break.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List, ListFile } from '../components/list.tsx'
import { OrderLink } from '../components/order-link.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/list.ts'
import { PaymentMark, paymentAddress, whatItWas } from './payment-labels.tsx'
import { paymentsList, readPayments } from './payments-list.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { asked, question } = readPayments(new URL(request.url).searchParams)
  const app = context.get(appContext)
  return { asked, ...(await unmatchedPayments(app, question)), owed: await ordersOwedRefund(app) }
}

export const meta: Route.MetaFunction = () => adminTitle('Payments')

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { asked, payments, total, open, owed } = loaderData
  return (
    <>
      <h1>Payments</h1>
      <section aria-labelledby="without-order" className="mt-6">
        <h2 id="without-order">Unmatched payments</h2>
        <p className="mt-2 max-w-2xl text-muted text-sm">
          Payments we couldn’t match to an order, such as sales through a Stripe payment link. Match
          each one to an order, or add a note saying what it was for.
        </p>
        <List
          list={paymentsList}
          asked={asked}
          found={loaderData}
          count={formatCount(total, 'payment')}
          counts={{ show: { open: open > 0 ? `${open}` : undefined } }}
          empty={
            <EmptyList next={[['/admin/dashboard/orders', 'Orders']]}>
              {asked.show === 'open'
                ? 'Nothing to review. Every payment is matched to an order or resolved.'
                : 'No payments match this filter.'}
            </EmptyList>
          }
        >
          <PaymentsTable payments={payments} />
        </List>
        <div className="mt-4 flex flex-wrap gap-x-6 text-sm">
          {payments.length > 0 && (
            <ListFile action="/admin/dashboard/payments/payments.csv">
              Export these payments (CSV)
            </ListFile>
          )}
          <DownloadButton
            action={`/admin/dashboard/payments/payments.csv?money=all&mode=${asked.mode}`}
            className="link inline-block py-1"
          >
            Export all payments and refunds (CSV)
          </DownloadButton>
          <Link to="/admin/dashboard/accounting" className="link inline-block py-1">
            Journal entries for your accountant
          </Link>
        </div>
      </section>
      <section aria-labelledby="owed-back" className="mt-8">
        <h2 id="owed-back">Refunds due</h2>
        <p className="mt-2 max-w-2xl text-muted text-sm">
          These orders were overpaid, paid twice, or paid after they closed. Open each order to
          decide what to do.
        </p>
        {owed.length > 0 ? (
          <OwedTable orders={owed} />
        ) : (
          <EmptyList next={[]}>
            No refunds due. If someone pays twice, their order appears here.
          </EmptyList>
        )}
      </section>
    </>
  )
}

const columns = [
  'Received',
  ['From', 'max-sm:hidden'],
  ['Description', 'max-md:hidden'],
  ['Status', 'max-sm:hidden'],
  ['Amount', 'figure'],
] as const

function PaymentsTable({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <Table caption="Unmatched payments, newest first" columns={columns}>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td>
              <Link
                to={paymentAddress(payment.id)}
                prefetch="intent"
                className="link inline-block py-1"
              >
                <ShopTime at={payment.receivedAt} />
              </Link>
              {payment.isTest && <span className="block text-notice text-sm">Test</span>}
              <span className="block text-sm wrap-anywhere sm:hidden">
                <Payer payment={payment} />
              </span>
              <span className="mt-1.5 block sm:hidden">
                <PaymentMark payment={payment} />
              </span>
            </td>
            <td className="max-w-72 text-sm wrap-anywhere max-sm:hidden">
              <Payer payment={payment} />
            </td>
            <td className="max-w-72 text-sm wrap-anywhere max-md:hidden">
              {whatItWas(payment)}
              {payment.lastNote && (
                <span className="block text-muted">Note: {payment.lastNote}</span>
              )}
            </td>
            <td className="max-sm:hidden">
              <PaymentMark payment={payment} />
            </td>
            <td className="figure">{paidSum(payment)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Payer({ payment: { name, email, isErased } }: { payment: ListedPayment }) {
  if (!name && !email) {
    return <span className="text-muted">{isErased ? 'Erased' : 'Unknown'}</span>
  }
  return (
    <>
      {name && <span className="block">{name}</span>}
      {email && <Email address={email} />}
    </>
  )
}

const owedColumns = ['Order', ['Reason', 'max-sm:hidden'], ['Owed', 'figure']] as const

function OwedTable({ orders }: { orders: readonly OrderOwedRefund[] }) {
  return (
    <Table caption="Orders with refunds due" className="mt-4" columns={owedColumns}>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderLink id={order.id} number={order.number} />
              {order.isTest && <span className="block text-notice text-sm">Test</span>}
              <span className="block text-sm wrap-anywhere sm:hidden">{order.why}</span>
            </td>
            <td className="text-sm wrap-anywhere max-sm:hidden">{order.why}</td>
            <td className="figure">{formatCents(order.owed)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
