import { and, eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
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
  await staffTransaction(app, staffOf(own), async (tx, { audit }) => {
    const before = await ownPasskey(tx, own)
    await tx.update(adminPasskeys).set({ name }).where(eq(adminPasskeys.id, own.id))
    const facts = { from: before.name, to: name }
    await audit({ action: 'admin.passkey_renamed', facts })
  })
}

/** It signs nobody in from then on; password and code always do. */
export async function removePasskey(app: AppContext, own: Own): Promise<{ name: string }> {
  return staffTransaction(app, staffOf(own), async (tx, staff) => {
    const { name } = await ownPasskey(tx, own)
    await dropPendingLinks(tx, own.admin.id, staff)
    await tx.delete(adminPasskeys).where(eq(adminPasskeys.id, own.id))
    await staff.audit({ action: 'admin.passkey_removed', facts: { name } })
    const facts = { change: 'passkey removed' } as const
    const kind = 'second-factor-changed'
    await raiseAlert(tx, { kind, at: staff.at, account: own.admin, facts })
    return { name }
  })
}

const staffOf = ({ admin, address }: Own) => ({ by: admin.email, address })

async function ownPasskey(tx: Orm, { admin, id }: Own) {
  const [found] = await tx
    .select({ name: adminPasskeys.name })
    .from(adminPasskeys)
    .where(and(eq(adminPasskeys.id, id), eq(adminPasskeys.adminId, admin.id)))
    .for('update')
  if (found) return found
  throw new AppError('no_such_passkey', 404, 'This passkey was already removed.')
}
