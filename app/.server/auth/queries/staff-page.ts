import { asc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { openInvitations } from './invitations.ts'

/** Everybody who can sign in, oldest first, and who is invited; no secret of any [INVITE-01]. */
export async function staffPage(app: AppContext) {
  const { id, email, role, createdAt, signedInAt } = admins
  const people = await app.db.orm
    .select({ id, email, role, createdAt, signedInAt })
    .from(admins)
    .orderBy(asc(createdAt), asc(email))
  return {
    people: people.map((person) => ({ ...person, email: shownEmail(person.email) })),
    invitations: await openInvitations(app),
  }
}

export type StaffPage = Awaited<ReturnType<typeof staffPage>>
