import { eq } from 'drizzle-orm'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { isBeyond } from '#app/domain/metal/exposure.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import type { Orm } from '../platform/db/database.ts'
import { metalBooks } from '../platform/db/metal-schema.ts'
import { limitsOf, type MetalBook } from './metal-ledger.ts'
import { metalPosition } from './position.ts'

/**
 * Whether a limit is passed now, on a ledger the caller has locked. Owners are told once each time one
 * is passed; the warning ends automatically [METAL-09].
 */
export async function watchLimits(
  tx: Orm,
  book: MetalBook,
  { at, perGram }: { at: Date; perGram: PricePerGram },
): Promise<void> {
  const limits = limitsOf(book)
  const before = book.beyondSince !== null
  if (!before && limits.loss === null && limits.grams === null) return
  const { loss, toBuy } = await metalPosition(tx, book, perGram)
  const beyond = isBeyond(before, { loss, toBuy }, limits)
  if (beyond === before) return
  const crossings = book.crossings + (beyond ? 1 : 0)
  await tx
    .update(metalBooks)
    .set({ beyondSince: beyond ? at : null, crossings })
    .where(eq(metalBooks.livemode, book.livemode))
  if (!beyond) return
  await raiseAlert(tx, {
    kind: 'metal-beyond-limit',
    at,
    facts: { toBuyMg: toBuy, lossCents: loss, isTest: !book.livemode },
    occasion: `${book.livemode ? 'live' : 'test'} ${crossings}`,
  })
}
