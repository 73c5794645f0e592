import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'

/** What the buyer has in hand, as PDFs. */
export function Documents({ order, money }: { order: AdminOrder; money: OrderRefunds }) {
  if (order.receipt === null) return null
  const files = [
    { file: 'receipt.pdf', label: `Receipt ${order.receipt}` },
    ...money.refunds.flatMap(({ creditNote }) =>
      creditNote === null
        ? []
        : [{ file: `${creditNote}.pdf`, label: `Credit note ${creditNote}` }],
    ),
    ...(order.state === 'refunded'
      ? []
      : [{ file: 'statement-of-value.pdf', label: 'Statement of value' }]),
  ]
  return (
    <section className="admin-panel min-w-0 print:hidden">
      <h2>Documents</h2>
      <ul className="mt-3 text-sm">
        {files.map(({ file, label }) => (
          <li key={file}>
            <a
              href={`/admin/dashboard/orders/${order.id}/documents/${file}`}
              className="link inline-block py-1"
            >
              {label} (PDF)
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
