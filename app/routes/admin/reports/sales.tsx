import { Link } from 'react-router'
import type { TodayPage } from '#app/.server/reports/queries/today-page.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { Days, SalesPeriods } from '#app/domain/reports/sales-periods.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { Table } from '../components/table.tsx'
import { modeOfList, ordersLink } from './orders-link.ts'

const names = {
  day: ['Today', 'Yesterday'],
  week: ['This week', 'Last week'],
  month: ['This month', 'Last month'],
} as const satisfies Record<keyof SalesPeriods, [now: string, before: string]>

const columns = [
  'Period',
  ['Orders', 'figure'],
  ['Sales', 'figure'],
  ['Gold', 'figure max-sm:hidden'],
] as const

/** What was sold, each period beside the one before; its orders lead to their list [TODAY-03]. */
export function Sales({ sales, today }: { sales: SalesPeriods; today: TodayPage }) {
  const mode = modeOfList(today)
  return (
    <section aria-labelledby="sales">
      <h2 id="sales">Sales</h2>
      <p className="mt-1 text-muted text-sm">
        {today.mode === 'test' && 'Test payments only. '}
        Sales after discounts, before tax and refunds. Gold is shown by weight.
      </p>
      <Table
        caption="Sales compared with the previous period"
        className="mt-3 max-w-3xl"
        columns={columns}
      >
        {(Object.keys(names) as (keyof SalesPeriods)[]).map((period) => (
          <tbody key={period}>
            <Row name={names[period][0]} {...sales[period].now} mode={mode} isNow />
            <Row name={names[period][1]} {...sales[period].before} mode={mode} />
          </tbody>
        ))}
      </Table>
    </section>
  )
}

type RowProps = SalesPeriods['day']['now'] & {
  name: string
  mode: TodayPage['mode'] | undefined
  isNow?: boolean
}

function Row({ name, days, sales, mode, isNow = false }: RowProps) {
  const { orders, goods, metalMg } = sales
  return (
    <tr className={isNow ? '' : 'text-muted'}>
      <th scope="row" className="!whitespace-normal !text-[0.9375rem] !text-inherit">
        <Link
          to={ordersLink({ mode, days })}
          prefetch="intent"
          className="link inline-block py-0.5"
        >
          {name}
        </Link>
        <span className="block font-normal text-muted text-xs">{formatDays(days)}</span>
      </th>
      <td className="figure">{orders.toLocaleString('en-US')}</td>
      <td className="figure">
        {formatCents(goods)}
        <span className="block text-sm sm:hidden">{formatMetal(metalMg)}</span>
      </td>
      <td className="figure max-sm:hidden">{formatMetal(metalMg)}</td>
    </tr>
  )
}

/** `Mon, Nov 23`; `Mon, Nov 16 – Sun, Nov 22`. */
function formatDays({ from, to }: Days): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}
