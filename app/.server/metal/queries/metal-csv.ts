import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type MetalPostings, returnedEntry, sentEntry } from '#app/domain/metal/metal-ledger.ts'
import { metalToDecimal } from '#app/domain/metal/metal-weight.ts'
import { cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { csv } from '#app/domain/text/csv.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { entriesOfYear } from '../entries.ts'
import { metalBook, metalMode } from '../metal-ledger.ts'
import { movesOfYear } from '../order-moves.ts'
import { inYear, type SentOrder, sentOrders } from '../sent-orders.ts'

const accounts = ['stock', 'pieces', 'buyers', 'suppliers', 'lost', 'opening'] as const
const inFile = ['fine_gold_g', 'pieces_g', 'buyers_g', 'suppliers_g', 'lost_g', 'opening_g']

const posted = (postings: MetalPostings) =>
  accounts.map((account) => metalToDecimal(postings[account] ?? 0))

/** The file of this name; null where there is none [METAL-10]. */
export async function metalFile(app: AppContext, name: string): Promise<string | null> {
  const [, what, year] = /^(entries|orders)-(20\d\d)\.csv$/.exec(name) ?? []
  if (!what) return null
  return what === 'entries' ? entriesCsv(app, Number(year)) : ordersCsv(app, Number(year))
}

/** Hand entries, parcels and returns of a year, by day; each line adds up to zero. */
async function entriesCsv(app: AppContext, year: number): Promise<string> {
  const livemode = metalMode(app)
  return withDatabase(app, async ({ orm }) => {
    const book = await metalBook(orm, livemode)
    const byHand = (await entriesOfYear(orm, { livemode, year })).map((entry) => ({
      day: entry.day,
      cells: [
        entry.reverses === null ? entry.kind : `${entry.kind}, reversed`,
        ...posted(entry),
        entry.paidCents === null ? '' : centsToDecimal(cents(entry.paidCents)),
        entry.average ?? '',
        entry.party,
        entry.note,
        entry.by,
        String(entry.id),
        entry.reverses === null ? '' : String(entry.reverses),
      ],
    }))
    const ofOrders = (await movesOfYear(orm, book, year)).map(({ day, kind, mg, number, by }) => ({
      day,
      cells: [
        kind,
        ...posted(kind === 'sent' ? sentEntry(0, mg) : returnedEntry(mg)),
        ...['', '', number, '', by, '', ''],
      ],
    }))
    const lines = [...byHand.reverse(), ...ofOrders].toSorted((one, other) =>
      one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
    )
    const head = ['day', 'what', ...inFile, 'paid_usd', 'average_usd_per_g', 'from_or_to', 'note']
    return csv([
      [...head, 'by', 'entry', 'takes_back'],
      ...lines.map(({ day, cells }) => [day, ...cells]),
    ])
  })
}

const ordersAtOnce = 1000

/** Gain or loss on gold of each order whose last parcel left in a year. */
async function ordersCsv(app: AppContext, year: number): Promise<string> {
  return withDatabase(app, async ({ orm }) => {
    const book = await metalBook(orm, metalMode(app))
    const head = ['order', 'sent_on', 'sold_g', 'sent_g', 'returned_g', 'kept_g']
    let file = csv([[...head, 'gold_charged_usd', 'gold_cost_usd', 'gain_usd']])
    let before: number | null = null
    do {
      const found = await sentOrders(orm, book, {
        which: inYear(year),
        limit: ordersAtOnce,
        before,
      })
      file += csv(found.orders.map(orderCells))
      before = found.next
    } while (before !== null)
    return file
  })
}

function orderCells(order: SentOrder): string[] {
  const { number, sentAt, soldMg, sentMg, returnedMg, mg, charged, cost, gain } = order
  return [
    number,
    dayAt(sentAt, brand.timeZone),
    ...[soldMg, sentMg, returnedMg, mg].map(metalToDecimal),
    centsToDecimal(charged),
    ...[cost, gain].map((sum) => (sum === null ? '' : centsToDecimal(sum))),
  ]
}
