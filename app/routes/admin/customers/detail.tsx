import { Form, Link } from 'react-router'
import { type Customer, customerById } from '#app/.server/customers/queries/customer.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { maxCustomerNote } from '#app/contracts/customers/customer-note.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { placeLine } from '#app/domain/orders/city-line.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { TextArea } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { Email } from '#app/ui/text/no-break.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { OrderLink } from '../components/order-link.tsx'
import { Panel } from '../components/panel.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Table } from '../components/table.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { stateNames } from '../orders/state-names.ts'
import type { Route } from './+types/detail.ts'
import { customerActions } from './actions.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const customer = await found(customerById(context.get(appContext), params.id))
  return { ...customer, noteKey: crypto.randomUUID() as string }
}

export const action = actionOf(customerActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const meta: Route.MetaFunction = () => adminTitle('Customer')

export default function CustomerScreen({ loaderData: customer, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { name, email, isTest, orders, paid, refunded, address } = customer
  return (
    <article>
      <BackLink to="/admin/dashboard/customers">All customers</BackLink>
      <h1 className="mt-2 wrap-anywhere">{name ?? email}</h1>
      {isTest && (
        <p className="mt-2 text-notice text-sm">
          Test orders: no card was charged for any of them.
        </p>
      )}
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <section aria-labelledby="orders" className="min-w-0">
            <h2 id="orders">{formatCount(orders.length, 'order')}</h2>
            <Orders orders={orders} />
          </section>
          {customer.paymentsWithoutOrder.length > 0 && (
            <Panel heading="Payments without an order">
              <ul className="grid gap-1">
                {customer.paymentsWithoutOrder.map((payment) => (
                  <li key={payment.id}>
                    <Link to={`/admin/dashboard/payments/${payment.id}`} className="link py-1">
                      {paidSum(payment)}
                    </Link>
                    , <ShopTime at={payment.at} />
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel heading="Details">
            <Facts
              facts={[
                ['Email', <Email key="email" address={email} />],
                ['Paid', formatCents(paid)],
                ['Refunded', refunded > 0 && formatCents(refunded)],
                ['Ships to', address && <Address key="address" address={address} />],
              ]}
            />
          </Panel>
          <FormFields refused={refused}>
            <Notes notes={customer.notes} noteKey={refused?.typed?.key ?? customer.noteKey} />
          </FormFields>
        </div>
      </div>
    </article>
  )
}

const columns = [
  'Order',
  ['Status', 'max-sm:hidden'],
  ['Paid', 'figure'],
  ['Refunded', 'figure max-sm:hidden'],
] as const

function Orders({ orders }: { orders: Customer['orders'] }) {
  return (
    <Table caption="Orders, newest first" className="mt-3" columns={columns}>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderLink id={order.id} number={order.number} />
              <span className="block text-muted text-sm">
                <ShopTime at={order.createdAt} />
              </span>
              <span className="block text-sm sm:hidden">
                {stateNames[order.state]}
                {order.refunded > 0 && `, refunded ${formatCents(order.refunded)}`}
              </span>
            </td>
            <td className="max-sm:hidden">{stateNames[order.state]}</td>
            <td className="figure">{formatCents(order.paid)}</td>
            <td className="figure max-sm:hidden">
              {order.refunded > 0 ? formatCents(order.refunded) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Address({ address }: { address: NonNullable<Customer['address']> }) {
  const lines = [address.line1, address.line2, placeLine(address), address.country]
  return lines.filter(Boolean).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

type NotesProps = { notes: Customer['notes']; noteKey: string }

function Notes({ notes, noteKey }: NotesProps) {
  return (
    <Panel heading="Notes">
      {/* Empty again once it was kept. */}
      <Form key={notes[0]?.id} method="post" className="grid gap-4">
        <TextArea
          name="text"
          label="New note"
          hint="Only staff can see this, but the buyer may ask to read it. It’s deleted when the buyer’s data is erased."
          required
          rows={3}
          maxLength={maxCustomerNote}
        />
        <input key={noteKey} type="hidden" name="key" defaultValue={noteKey} />
        <SubmitButton action="note">Save note</SubmitButton>
      </Form>
      <ul className="mt-4 grid gap-4">
        {notes.map(({ id, at, by, text }) => (
          <li key={id} className="border-line border-t pt-3">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="mt-1 text-muted text-sm wrap-anywhere">
              {by}, <ShopTime at={at} />
            </p>
            <Disclosure label="Delete this note…" className="mt-1 text-sm">
              <Form method="post" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
                <input type="hidden" name="note" value={id} />
                <span>It can’t be restored.</span>
                <SubmitButton action="delete note">Delete permanently</SubmitButton>
              </Form>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
