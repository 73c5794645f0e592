import { isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { signingKeys } from '#app/.server/platform/db/signing-schema.ts'
import { insertSigningKey, lockKeys } from '../signing-key.ts'

/** Another key signs from now on. The previous one stays published but cannot sign. */
export async function rotateSigningKey(
  app: AppContext,
  actor: AuditActor,
): Promise<{ id: string; retired: string | null }> {
  return staffTransaction(app, { actor }, async (tx, { at, audit }) => {
    await lockKeys(tx)
    const [old] = await tx
      .update(signingKeys)
      .set({ retiredAt: at, sealed: null })
      .where(isNull(signingKeys.retiredAt))
      .returning({ id: signingKeys.id })
    const { id } = await insertSigningKey(tx, app)
    const retired = old?.id ?? null
    await audit({ action: 'signing_key.rotated', facts: { id, retired } })
    return { id, retired }
  })
}
