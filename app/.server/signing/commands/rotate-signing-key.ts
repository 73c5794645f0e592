import { isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { signingKeys } from '#app/.server/platform/db/signing-schema.ts'
import { insertSigningKey, lockKeys } from '../signing-key.ts'

/** Another key signs from now on. Its forerunner stays published; nobody can sign with it any more. */
export async function rotateSigningKey(
  app: AppContext,
  actor: AuditActor,
): Promise<{ id: string; retired: string | null }> {
  return app.db.orm.transaction(async (tx) => {
    await lockKeys(tx)
    const now = app.now()
    const [old] = await tx
      .update(signingKeys)
      .set({ retiredAt: now, sealed: null })
      .where(isNull(signingKeys.retiredAt))
      .returning({ id: signingKeys.id })
    const { id } = await insertSigningKey(tx, app)
    const retired = old?.id ?? null
    await recordAuditEvent(tx, {
      at: now,
      actor,
      action: 'signing_key.rotated',
      facts: { id, retired },
    })
    return { id, retired }
  })
}
