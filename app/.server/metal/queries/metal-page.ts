import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { fallbackSource } from '#app/domain/gold-price/gold-price.ts'
import { averageToDecimal, costOf } from '#app/domain/metal/average-cost.ts'
import { cents } from '#app/domain/money/cents.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { averageNow } from '../average-now.ts'
import { listedEntries, type MetalEntry, movedMg, yearOf } from '../entries.ts'
import { limitsOf, metalBook, metalMode } from '../metal-ledger.ts'
import { metalPosition, refundedUnsent } from '../position.ts'
import { sentOrders } from '../sent-orders.ts'

/** Of orders that were sent, the latest are shown; the file has all. */
const ordersShown = 10

/** What the screen of the maker's gold shows [METAL-02]. */
export async function metalPage(app: AppContext, page: number) {
  const livemode = metalMode(app)
  const { gold } = await currentGoldPrice(app)
  const today = dayAt(app.now(), brand.timeZone)
  return withDatabase(app, async ({ orm }) => {
    const book = await metalBook(orm, livemode)
    const [position, unsent, average, list, sent] = await Promise.all([
      metalPosition(orm, book, gold.perGram),
      refundedUnsent(orm, book),
      averageNow(orm, livemode),
      listedEntries(orm, livemode, page),
      sentOrders(orm, book, { limit: ordersShown }),
    ])
    const { beganAt, beganBy, beyondSince } = book
    const here = Math.max(0, position.stock + position.pieces)
    const first = beganAt === null ? null : yearOf(dayAt(beganAt, brand.timeZone))
    return {
      isTest: !livemode,
      today,
      began: beganAt === null ? null : { at: beganAt, by: beganBy ?? '' },
      position,
      /** Since the ledger began. */
      refundedUnsent: unsent,
      /** Per gram, and what is here by it; null: nothing says what it cost. */
      average:
        average === null
          ? null
          : { perGram: averageToDecimal(average), here: costOf(here, average) },
      /** null: there is no price to compare with. */
      perGram: gold.source === fallbackSource ? null : gold.perGram,
      limits: limitsOf(book),
      beyondSince,
      list: { ...list, entries: list.entries.map(listed) },
      orders: sent.orders,
      years:
        first === null
          ? []
          : Array.from({ length: yearOf(today) - first + 1 }, (_, ago) => yearOf(today) - ago),
    }
  })
}

export type MetalPage = Awaited<ReturnType<typeof metalPage>>

function listed(entry: MetalEntry) {
  const { id, kind, day, at, by, typed, paidCents, party, note, reverses, undone } = entry
  return {
    ...{ id, kind, day, at, by, typed, party, note },
    /** The entry this one reverses. */
    reverses,
    mg: movedMg(entry),
    paid: paidCents === null ? null : cents(paidCents),
    undone: undone && { by: undone.by, reason: undone.note },
  }
}

export type ListedEntry = ReturnType<typeof listed>

/** Whether a limit of the metal ledger is passed, as was found last [METAL-09]. */
export async function isMetalBeyond(orm: Orm, livemode: boolean): Promise<boolean> {
  return (await metalBook(orm, livemode)).beyondSince !== null
}
