import { Form, Link, useSearchParams } from 'react-router'
import { type Day, formatDay } from '#app/domain/time/day.ts'
import { TextField } from '#app/ui/forms/fields.tsx'

type Props = { sold: { from: Day | null; to: Day | null } }

/** Keeps the list to orders paid on some days, by `from` and `to` in the address [TODAY-03]. */
export function SoldDays({ sold: { from, to } }: Props) {
  const [search] = useSearchParams()
  const kept = ['q', 'show', 'mode'].flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  const isAsked = from !== null || to !== null
  return (
    <details key={`${from} ${to}`} open={isAsked} className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer py-1.5">
        {isAsked ? `Paid ${spoken(from, to)}` : 'Payment date…'}
      </summary>
      <Form className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-2">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField name="from" label="Paid from" type="date" defaultValue={from ?? ''} />
        <TextField name="to" label="To" type="date" defaultValue={to ?? ''} />
        <button type="submit" className="button button-line">
          Apply filters
        </button>
        {isAsked && (
          <Link
            to={`?${new URLSearchParams(kept.map(([name, value]) => [name, value]))}`}
            className="link py-2.5"
          >
            All days
          </Link>
        )}
      </Form>
    </details>
  )
}

function spoken(from: Day | null, to: Day | null): string {
  if (from !== null && from === to) return `on ${dated(from)}`
  return [from && `from ${dated(from)}`, to && `to ${dated(to)}`].filter(Boolean).join(' ')
}

/** `Mon, Nov 23, 2026` */
const dated = (day: Day) => `${formatDay(day)}, ${day.slice(0, 4)}`
