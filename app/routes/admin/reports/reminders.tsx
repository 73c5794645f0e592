import type { ReminderFigures } from '#app/.server/cart-reminders/queries/reminder-figures.ts'
import { figuresOfDays } from '#app/domain/cart-reminders/reminder.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { Table } from '../components/table.tsx'

const columns = [
  ['Emails sent', 'figure'],
  ['Came back', 'figure'],
  ['Bought', 'figure'],
  ['Sales', 'figure'],
] as const

/** What cart reminders brought [REMIND-07]. */
export function Reminders({ figures }: { figures: ReminderFigures }) {
  return (
    <section aria-labelledby="reminders">
      <h2 id="reminders">Cart reminders</h2>
      <p className="mt-1 text-muted text-sm">
        The last {figuresOfDays} days. Sales are after discounts, before tax and refunds.
      </p>
      <Table
        caption={`Cart reminders of the last ${figuresOfDays} days`}
        className="mt-3 max-w-3xl"
        columns={columns}
      >
        <tbody>
          <tr>
            <td className="figure">{figures.sent}</td>
            <td className="figure">{figures.returned}</td>
            <td className="figure">{figures.bought}</td>
            <td className="figure">{formatCents(figures.salesCents as Cents)}</td>
          </tr>
        </tbody>
      </Table>
    </section>
  )
}
