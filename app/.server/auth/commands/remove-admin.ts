import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { adminByEmail, hasAdmin } from '../queries/admins.ts'
import { revokeInvitationsBy } from './invite.ts'
import { keepingAnOwner, LastOwner } from './keep-an-owner.ts'

/**
 * Takes the row away, and with it every session and every invitation of theirs at once; answers whether any admin is left. The last
 * owner stays while there are other admins.
 */
export async function removeAdmin(
  app: AppContext,
  { email, actor }: { email: string; actor: AuditActor },
): Promise<{ email: string; left: boolean }> {
  const at = app.now()
  return keepingAnOwner(app, async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    await revokeInvitationsBy(tx, admin.id, { at, actor })
    await tx.delete(admins).where(eq(admins.id, admin.id))
    await recordAuditEvent(tx, {
      at,
      actor,
      action: 'admin.removed',
      target: { type: 'admin', id: admin.email },
      facts: { role: admin.role },
    })
    const left = await hasAdmin(tx)
    // The very last is taken away by command alone, which prints the link that makes the next.
    if (!left && actor.type === 'admin') throw new LastOwner()
    return { email: admin.email, left }
  })
}

export function noSuchAdmin(email: string): AppError {
  return new AppError('no_such_admin', 404, `There is no admin with the e-mail address ${email}.`)
}
