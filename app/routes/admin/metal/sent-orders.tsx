import type { MetalPage } from '#app/.server/metal/queries/metal-page.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { EmptyList } from '../components/list.tsx'
import { OrderLink } from '../components/order-link.tsx'
import { Table } from '../components/table.tsx'
import { Files } from './files.tsx'

type Props = { orders: MetalPage['orders']; years: readonly number[] }

const columns = [
  'Order',
  ['Gold sent', 'figure'],
  ['Charged', 'figure max-sm:hidden'],
  ['Cost', 'figure max-sm:hidden'],
  ['Gain', 'figure'],
] as const

/** What the gold of the orders brought that were sent last [METAL-07]. */
export function SentOrders({ orders, years }: Props) {
  return (
    <section aria-labelledby="gain" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="gain">Gain or loss on gold</h2>
        <Files name="orders" label="Every order" years={years} />
      </div>
      <p className="mt-1 max-w-2xl text-muted text-sm">
        What you charged for gold, minus refunds for missing gold, minus your average cost of that
        gold when it shipped. Returned pieces aren’t counted.
      </p>
      {orders.length === 0 ? (
        <EmptyList next={[['/admin/dashboard/orders?show=todo', 'Orders to ship']]}>
          Nothing has shipped since the ledger began.
        </EmptyList>
      ) : (
        <Table caption="Recent shipments and gain on gold" className="mt-3" columns={columns}>
          <tbody>
            {orders.map(({ id, number, mg, charged, cost, gain }) => (
              <tr key={id}>
                <td>
                  <OrderLink id={id} number={number} />
                </td>
                <td className="figure">{formatMetal(mg)}</td>
                <td className="figure max-sm:hidden">{formatCents(charged)}</td>
                <td className="figure max-sm:hidden">{cost === null ? '–' : formatCents(cost)}</td>
                <td className={`figure ${gain !== null && gain < 0 ? 'text-alert' : ''}`}>
                  <GainText gain={gain} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function GainText({ gain }: { gain: Cents | null }) {
  if (gain === null) return <span className="text-muted">cost not known</span>
  return <>{`${gain > 0 ? '+' : ''}${formatCents(gain)}`}</>
}
