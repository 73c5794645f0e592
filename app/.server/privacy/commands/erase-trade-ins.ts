import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import {
  tradeInHistory,
  tradeInIdentities,
  tradeInPhotos,
  tradeIns,
} from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { lockTradeIn, type TradeInRow } from '#app/.server/trade-ins/change-trade-in.ts'
import { wasBought } from '#app/.server/trade-ins/money.ts'
import { clearEmails, clearLabels } from '../clear-personal-data.ts'
import type { Erased } from '../erasure-report.ts'
import {
  nameOfTradeIn,
  tradeInStillNeeded,
  tradeInsOfBuyer,
} from '../queries/trade-ins-of-buyer.ts'

/**
 * Takes name, email address, phone number, notes, photographs and bought labels out of a person's
 * trade-ins [PRIVACY-12]. What was weighed, offered and paid stays, and the state they lived in. Who sold
 * gold that the shop bought is kept, sealed, as long as the law asks [TRADE-16]; a job deletes it after that.
 */
export async function eraseTradeIns(
  app: AppContext,
  { email, ...who }: { email: string; actor: AuditActor; address?: string | undefined },
): Promise<Erased> {
  const result: Erased = { erased: [], left: [] }
  for (const { id } of await withDatabase(app, ({ orm }) => tradeInsOfBuyer(orm, email))) {
    await staffTransaction(app, who, async (tx, staff) => {
      const row = await lockTradeIn(tx, 'id', id)
      const name = nameOfTradeIn(row)
      const why = tradeInStillNeeded(row)
      if (why) {
        result.left.push({ number: name, why })
        return
      }
      const isKept = await eraseTradeIn(tx, row, who.actor, staff)
      result.erased.push(isKept ? `${name} (the seller’s identity is kept as the law asks)` : name)
    })
  }
  return result
}

/** Answers whether the identity of a seller is kept. */
async function eraseTradeIn(
  tx: Orm,
  { id, number }: TradeInRow,
  actor: AuditActor,
  { at, audit }: StaffWork,
): Promise<boolean> {
  const nobody = { ownerName: '', email: null, phone: '', note: '' }
  await tx
    .update(tradeIns)
    .set({ ...nobody, tracking: '', againTracking: '' })
    .where(eq(tradeIns.id, id))
  await tx.update(offlinePayments).set({ payer: '' }).where(eq(offlinePayments.tradeInId, id))
  await clearEmails(tx, eq(emailOutbox.tradeInId, id))
  await clearLabels(tx, eq(labels.tradeInId, id))
  await tx.delete(tradeInPhotos).where(eq(tradeInPhotos.tradeInId, id))
  const ofSeller = eq(tradeInIdentities.tradeInId, id)
  const isBought = await wasBought(tx, id)
  if (!isBought) await tx.delete(tradeInIdentities).where(ofSeller)
  await tx.insert(tradeInHistory).values({
    ...{ tradeInId: id, at, actor: actor.type === 'admin' ? 'staff' : 'shop', by: actor.id },
    ...{ state: null, why: 'Name, email address, phone number, notes, and emails were erased.' },
  })
  const target = { type: 'trade_in', id } as const
  await audit({ action: 'trade_in.owner_erased', target, facts: { number } })
  return isBought && (await tx.$count(tradeInIdentities, ofSeller)) > 0
}
