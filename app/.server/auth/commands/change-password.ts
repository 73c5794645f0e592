import { and, eq, ne } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import type { NewPasswordForm } from '#app/contracts/auth/sign-in.ts'
import { WrongField } from '../auth-errors.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { hashPassword } from '../crypto.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { changeOwnAccount, proveIdentity } from './prove-identity.ts'
import { originOf, type Visitor } from './sign-in.ts'

/**
 * An admin's own password, changed with the current one and a code. Every other session of the admin
 * ends; the one that asks stays [AUTH-26]. A WrongField names the field.
 */
export async function changePassword(
  app: AppContext,
  email: string,
  { current, password, code }: NewPasswordForm,
  visitor: Visitor,
): Promise<void> {
  const proof = { change: 'password', current, code } as const
  const proven = await proveIdentity(app, email, proof, visitor, async (admin) => {
    if (password === current) {
      const message = 'This is your current password. Please choose a different one.'
      throw new WrongField('password_not_changed', 'password', message)
    }
    await refuseCommonPassword(password, admin.email)
  })
  const { admin, sessionId, factor } = proven
  const passwordHash = await hashPassword(app, password)
  await changeOwnAccount(app, proven, visitor, async (tx, staff) => {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, admin.id))
    await dropPendingLinks(tx, admin.id, staff)
    const others = and(eq(adminSessions.userId, admin.id), ne(adminSessions.id, sessionId))
    const ended = await tx.delete(adminSessions).where(others).returning({ id: adminSessions.id })
    const facts = { factor, otherSessionsEnded: ended.length }
    await staff.audit({ action: 'admin.password_changed', facts })
    await raiseAlert(tx, {
      kind: 'password-changed',
      at: staff.at,
      account: admin,
      facts: {},
      from: originOf(visitor),
    })
  })
}
