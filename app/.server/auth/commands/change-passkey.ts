import { and, eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { adminPasskeys } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { dropPendingLinks } from '../pending-links.ts'

/** One of the asking admin's own; another's is not found. */
type Own = { admin: { id: string; email: string }; id: string; address: string }

export async function renamePasskey(
  app: AppContext,
  { name, ...own }: Own & { name: string },
): Promise<void> {
  await app.db.orm.transaction(async (tx) => {
    const before = await ownPasskey(tx, own)
    await tx.update(adminPasskeys).set({ name }).where(eq(adminPasskeys.id, own.id))
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: adminActor(own.admin.email),
      action: 'admin.passkey_renamed',
      facts: { from: before.name, to: name },
      address: own.address,
    })
  })
}

/** It signs nobody in from then on; password and code always do. */
export async function removePasskey(app: AppContext, own: Own): Promise<{ name: string }> {
  return app.db.orm.transaction(async (tx) => {
    const { name } = await ownPasskey(tx, own)
    const recorded = {
      at: app.now(),
      actor: adminActor(own.admin.email),
      address: own.address,
    }
    await dropPendingLinks(tx, own.admin.id, recorded)
    await tx.delete(adminPasskeys).where(eq(adminPasskeys.id, own.id))
    await recordAuditEvent(tx, {
      ...recorded,
      action: 'admin.passkey_removed',
      facts: { name },
    })
    const facts = { change: 'passkey removed' } as const
    const kind = 'second-factor-changed'
    await raiseAlert(tx, { kind, at: app.now(), account: own.admin, facts })
    return { name }
  })
}

async function ownPasskey(tx: Orm, { admin, id }: Own) {
  const [found] = await tx
    .select({ name: adminPasskeys.name })
    .from(adminPasskeys)
    .where(and(eq(adminPasskeys.id, id), eq(adminPasskeys.adminId, admin.id)))
    .for('update')
  if (found) return found
  throw new AppError('no_such_passkey', 404, 'This passkey was removed already.')
}
