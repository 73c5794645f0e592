import { and, eq, inArray, ne } from 'drizzle-orm'
import { dayAt, formatLongDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { certificateEvents, certificates } from '../platform/db/certificate-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { recordInOrder } from './record-in-order.ts'
import type { WeighedPiece } from './weighed.ts'

type Replaced = Pick<typeof certificates.$inferSelect, 'id' | 'actualMg'>

/** What a correction is said to be on the page of the certificate that it ended. */
const corrected = {
  weight: 'Its weight was corrected.',
  serial: 'Its serial number was corrected.',
} as const

/** The certificate of a piece whose weight or serial number was corrected. */
export async function endCorrected(tx: Orm, at: Date, last: Replaced, piece: WeighedPiece) {
  await tx
    .update(certificates)
    .set({ state: 'revoked' })
    .where(and(eq(certificates.id, last.id), ne(certificates.state, 'revoked')))
  const reason = last.actualMg === piece.actual ? corrected.serial : corrected.weight
  await tx
    .insert(certificateEvents)
    .values({ certificateId: last.id, at, event: 'revoked', actor: 'shop', by: '', reason })
}

/** The certificate of a piece that was recast, as its next one is issued: only one is valid at a time [TRADE-13]. */
export async function endRecast(tx: Orm, at: Date, id: string): Promise<void> {
  const [old] = await tx
    .update(certificates)
    .set({ state: 'recast' })
    .where(and(eq(certificates.id, id), inArray(certificates.state, ['valid', 'lost'])))
    .returning()
  if (!old) return
  const reason = `Recast on ${formatLongDay(dayAt(at, brand.timeZone))}.`
  const event = { event: 'recast', actor: 'shop', by: '', reason } as const
  const [inserted] = await tx
    .insert(certificateEvents)
    .values({ certificateId: id, at, ...event })
    .returning()
  if (inserted) await recordInOrder(tx, old, inserted)
}
