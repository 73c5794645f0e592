import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { adminByEmail, hasAdmin } from '../queries/admins.ts'
import { keepingAnOwner } from './keep-an-owner.ts'

/**
 * Takes the row away, and with it every session at once; answers whether any admin is left. The last
 * owner stays while there are other admins.
 */
export async function removeAdmin(
  app: AppContext,
  { email, actor }: { email: string; actor: AuditActor },
): Promise<{ email: string; left: boolean }> {
  return keepingAnOwner(app, async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    await tx.delete(admins).where(eq(admins.id, admin.id))
    await recordAuditEvent(tx, {
      at: app.now(),
      actor,
      action: 'admin.removed',
      target: { type: 'admin', id: admin.email },
      facts: { role: admin.role },
    })
    return { email: admin.email, left: await hasAdmin(tx) }
  })
}

export function noSuchAdmin(email: string): AppError {
  return new AppError('no_such_admin', 404, `There is no admin with the e-mail address ${email}.`)
}
