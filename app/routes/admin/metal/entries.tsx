import { Form } from 'react-router'
import type { ListedEntry, MetalPage } from '#app/.server/metal/queries/metal-page.ts'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import type { MetalKind } from '#app/domain/metal/metal-ledger.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Paging } from '#app/ui/paging.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { formatCount } from '../components/format-count.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Table } from '../components/table.tsx'
import { Files } from './files.tsx'

type Props = {
  list: MetalPage['list']
  years: readonly number[]
}

const columns = [
  'Entry',
  ['Weight', 'figure'],
  ['Dollars', 'figure max-sm:hidden'],
  ['Source and note', 'max-md:hidden'],
  ['Reverse', 'max-sm:hidden'],
] as const

/** Manual entries, newest first; an entry is reversed by another, never edited [METAL-06]. */
export function Entries({ list: { entries, total, page, pages }, years }: Props) {
  return (
    <section aria-labelledby="entries" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="entries">Manual entries</h2>
        <Files
          name="entries"
          label="Download all entries, including shipments and returns"
          years={years}
        />
      </div>
      <Table caption="Manual entries, newest first" className="mt-3" columns={columns}>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <span className="block">{entryName(entry)}</span>
                <span className="block text-muted text-sm">
                  {formatDay(entry.day)}, {entry.day.slice(0, 4)}, by {entry.by}
                </span>
                <span className="block text-sm wrap-anywhere md:hidden">{aside(entry)}</span>
                <span className="mt-1 block sm:hidden">
                  <ReverseEntry entry={entry} />
                </span>
              </td>
              <td className="figure">
                {formatMetal(entry.mg)}
                {entry.typed.endsWith('ozt') && (
                  <span className="block text-muted text-sm">{entry.typed}</span>
                )}
                {entry.paid !== null && (
                  <span className="block text-sm sm:hidden">{formatCents(entry.paid)}</span>
                )}
              </td>
              <td className="figure max-sm:hidden">
                {entry.paid === null ? '' : formatCents(entry.paid)}
                {entry.paid !== null && entry.kind === 'purchase' && (
                  <span className="block text-muted text-sm">{perGram(entry)} a gram</span>
                )}
              </td>
              <td className="max-w-72 text-sm wrap-anywhere max-md:hidden">{aside(entry)}</td>
              <td className="text-sm max-sm:hidden">
                <ReverseEntry entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Paging
        page={page}
        pages={pages}
        count={formatCount(total, 'entry', 'entries')}
        preventScrollReset
      />
    </section>
  )
}

const names: Record<MetalKind, string> = {
  opening: 'Opening balance',
  purchase: 'Bought',
  scrap: 'Sold as scrap',
  cast: 'Cast',
  melted: 'Melted down',
  loss: 'Lost, fine gold',
  'loss of pieces': 'Lost, pieces',
  found: 'Found',
}

const entryName = ({ id, kind, reverses }: ListedEntry) =>
  reverses === null ? `${id}. ${names[kind]}` : `${id}. Reverses entry ${reverses}: ${names[kind]}`

const aside = ({ party, note }: ListedEntry) => [party, note].filter(Boolean).join('; ')

const perGram = ({ paid, mg }: ListedEntry) =>
  formatCents(cents(Math.round(((paid ?? 0) * 1000) / mg)))

function ReverseEntry({ entry }: { entry: ListedEntry }) {
  const isSent = useSent().entry === String(entry.id)
  if (entry.reverses !== null) return null
  if (entry.undone) return <span className="text-muted">Reversed by {entry.undone.by}</span>
  return (
    <Disclosure label="Reverse…" opens={isSent} className="text-sm">
      <Form method="post" preventScrollReset className="mt-2 grid gap-3">
        <input type="hidden" name="action" value="take-back" />
        <input type="hidden" name="entry" value={entry.id} />
        <OwnFields isSent={isSent}>
          <TextField
            name="reason"
            label={`Why entry ${entry.id} is wrong`}
            required
            maxLength={maxReasonLength}
          />
        </OwnFields>
        <SubmitButton className="justify-self-start">Reverse Entry</SubmitButton>
      </Form>
    </Disclosure>
  )
}
