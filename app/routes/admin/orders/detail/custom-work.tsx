import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/admin-order.ts'
import type { StaffSale } from '#app/.server/payments/queries/staff-sale.ts'
import {
  type CustomStage,
  customStages,
  nextStage,
  stageBefore,
} from '#app/domain/orders/custom-work.ts'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { FixGold } from './staff-sale.tsx'

const stageNames = {
  asked: 'Asked',
  quoted: 'Quoted',
  deposit: 'Deposit',
  design: 'Design approved',
  casting: 'Casting',
  balance: 'Balance',
  sent: 'Sent',
} as const satisfies Record<CustomStage, string>

/** Where custom work stands, what was agreed, and what was asked for [SALE-08]. */
export function CustomWorkPanel({
  order,
  sale,
  typed,
}: {
  order: AdminOrder
  sale: StaffSale
  typed: Record<string, string>
}) {
  const { custom } = sale
  if (custom === null) return null
  const stage = order.state === 'fulfilled' ? 'sent' : custom.stage
  const isClosed = order.state === 'cancelled' || order.state === 'expired'
  const next = isClosed ? null : nextStage(stage)
  const before = isClosed || order.state === 'fulfilled' ? null : stageBefore(stage)
  return (
    <section className="admin-panel print:hidden">
      <h2>Custom work</h2>
      <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {customStages.map((one) => (
          <li
            key={one}
            aria-current={one === stage ? 'step' : undefined}
            className="border-transparent border-b-2 py-1 text-muted aria-[current]:border-gold aria-[current]:text-ink"
          >
            {stageNames[one]}
          </li>
        ))}
      </ol>
      {(next !== null || before !== null) && (
        <Form method="post" preventScrollReset className="mt-3 flex flex-wrap gap-3">
          <input type="hidden" name="action" value="stage" />
          <input type="hidden" name="revision" value={order.revision} />
          {next && next !== 'sent' && (
            <SubmitButton name="to" value={next}>
              On to: {stageNames[next]}
            </SubmitButton>
          )}
          {before && (
            <SubmitButton name="to" value={before}>
              Back to: {stageNames[before]}
            </SubmitButton>
          )}
        </Form>
      )}
      <h3 className="mt-4">Agreed</h3>
      <p className="tabular mt-1 text-sm">{custom.agreement}</p>
      {custom.fixedAt && custom.goldFixed === 'delivery' && (
        <p className="mt-2 text-sm wrap-anywhere">
          Fixed <ShopTime at={custom.fixedAt} />, by {custom.fixedBy}.
        </p>
      )}
      {custom.request !== '' && (
        <details className="mt-3">
          <summary className="link inline-block py-1 text-sm">What was asked for</summary>
          <p className="mt-2 whitespace-pre-line text-sm wrap-anywhere">{custom.request}</p>
        </details>
      )}
      {order.state === 'pending' && <FixGold order={order} sale={sale} typed={typed} />}
    </section>
  )
}
