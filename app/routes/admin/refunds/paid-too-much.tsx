import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { paidTooMuch } from '#app/domain/ledger/ledger.ts'
import { cents, centsToDecimal, formatCents } from '#app/domain/money/cents.ts'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  order: AdminOrder & { money: OrderRefunds }
  mayDecide: boolean
}

/** Where it is on hold, that says what is to be done about its money. */
export const isPaidTooMuch = (order: AdminOrder): boolean =>
  order.holdReason === null && paidTooMuch(order.balance, order) > 0

/** What was paid beyond the total needs a look until it is refunded; the order can be sent [TODAY-11]. */
export function PaidTooMuch({ order, mayDecide }: Props) {
  if (!isPaidTooMuch(order)) return null
  const { outstanding, payments } = order.money
  const extra = paidTooMuch(order.balance, order)
  const left = cents(Math.min(extra, order.owed - outstanding))
  // What no payment of the order took of a wire is on the buyer's cash balance at the provider.
  const balance = payments.find((each) => each.from === 'cash balance' && each.left >= left)
  const reason = `${formatCents(extra)} was paid beyond the total of the order.`
  return (
    <section className="admin-panel border-alert print:hidden">
      <h2>Needs a look</h2>
      <p className="mt-3">
        {reason}
        {order.email !== null && ' The buyer was told that it is refunded.'}
      </p>
      {left <= 0 ? (
        <p className="mt-3">Its refund was asked for.</p>
      ) : mayDecide ? (
        // Into the form of refunds, with this sum; it shows what is refunded and asks once more.
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="revision" value={order.revision} />
          <input type="hidden" name="of" value="sum" />
          <input type="hidden" name="sum" value={centsToDecimal(left)} />
          {balance && <input type="hidden" name="payment" value={balance.reference} />}
          <input type="hidden" name="reason" value={reason} />
          <SubmitButton name="action" value="preview" gold>
            Refund {formatCents(left)} …
          </SubmitButton>
        </Form>
      ) : (
        <p className="mt-3">An owner or a manager of the shop refunds it.</p>
      )}
    </section>
  )
}
