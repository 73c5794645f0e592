import { desc, eq } from 'drizzle-orm'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { firstNameOf } from '#app/domain/text/first-name.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { tradeInPayouts, tradeIns } from '../platform/db/trade-in-schema.ts'
import type { TradeInRow } from '../trade-ins/change-trade-in.ts'
import { boughtLabelOf } from '../trade-ins/label-subject.ts'
import { moneyOf } from '../trade-ins/money.ts'
import type { TradeInFacts } from './templates/trade-in-emails.ts'

export async function findTradeIn(orm: Orm, id: string): Promise<TradeInRow> {
  const [row] = await orm.select().from(tradeIns).where(eq(tradeIns.id, id))
  if (!row) throw new RangeError(`There is no trade-in ${id}`)
  return row
}

/** What an email about a trade-in says, as it is now. */
export async function readTradeInFacts(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  orm: Orm,
  row: TradeInRow,
): Promise<TradeInFacts> {
  const { number, kind, name, size, serial, note, instructions, difference, state } = row
  const time = (at: Date | null) => (at === null ? '' : formatDateTime(at, brand.timeZone))
  const [payout] = await orm
    .select()
    .from(tradeInPayouts)
    .where(eq(tradeInPayouts.tradeInId, row.id))
    .orderBy(desc(tradeInPayouts.at))
    .limit(1)
  const { labelCarrier, labelTracking, againCarrier, againTracking, offerCents } = row
  return {
    firstName: firstNameOf(row.ownerName),
    piece: [name, size, serial].filter(Boolean).join(', '),
    page: new URL(`/trade-ins/${row.token}`, publicUrl).href,
    adminPage: new URL(`/admin/dashboard/trade-ins/${row.id}`, publicUrl).href,
    isTest: !row.livemode,
    ...{ number, kind, serial, note, instructions, difference, state, why: row.closedWhy },
    label:
      labelCarrier && labelTracking
        ? {
            ...{ carrier: labelCarrier, tracking: labelTracking },
            isHere: (await boughtLabelOf(orm, row.id)) !== null,
          }
        : null,
    again: againCarrier ? { carrier: againCarrier, tracking: againTracking } : null,
    amount: offerCents === null ? null : cents(offerCents),
    offerUntil: time(row.offerUntil),
    creditUntil: time(row.creditUntil),
    open: (await moneyOf(orm, row)).open,
    paid: payout
      ? `${formatCents(cents(payout.amountCents))} by ${payout.kind}, ${payout.reference}`
      : '',
  }
}
