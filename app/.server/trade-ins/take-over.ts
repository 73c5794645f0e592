import { cents } from '#app/domain/money/cents.ts'
import { fineGold } from '#app/domain/pricing/trade-in-value.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { move } from '../certificates/commands/move-certificate.ts'
import { buyFromPublic } from '../metal/buy-from-public.ts'
import type { LockedTradeIn } from './change-trade-in.ts'
import { lockClaim } from './claims.ts'

/**
 * The gold becomes the shop's, once: its certificate says "returned to the maker", and the metal ledger has its fine
 * grams at what was agreed for them [TRADE-13, TRADE-14]. A piece that was lost, refunded or disputed
 * since then is refused.
 */
export async function takeOver({ tx, row, at, by }: LockedTradeIn): Promise<void> {
  const { id, number, livemode, certificateId, weighedMg, fineness, offerCents } = row
  if (weighedMg === null || fineness === null || offerCents === null) {
    throw new RangeError(`Trade-in ${number} was not weighed`)
  }
  const certificate = certificateId === null ? null : await lockClaim(tx, certificateId)
  if (certificate) {
    const reason = 'The owner traded in or sold this piece back to us.'
    await move(tx, { now: () => at }, certificate, { move: 'returned', actor: 'staff', by, reason })
  }
  await buyFromPublic(tx, {
    ...{ livemode, at, by, day: dayAt(at, brand.timeZone) },
    key: `trade-in:${id}`,
    mg: fineGold(weighedMg, fineness),
    paid: cents(offerCents),
    party: `Trade-in ${number}`,
  })
}
