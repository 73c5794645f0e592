import { asc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

/** An admin's row by email address, however it is capitalized [DATA-15]; null where there is none. */
export async function adminByEmail(orm: Orm, email: string) {
  const [admin] = await orm.select().from(admins).where(sameEmail(admins.email, email))
  return admin ?? null
}

/** Every admin, oldest first, without a secret. */
export async function listAdmins({ orm }: { orm: Orm }) {
  return orm
    .select({ id: admins.id, email: admins.email, createdAt: admins.createdAt, role: admins.role })
    .from(admins)
    .orderBy(asc(admins.createdAt), asc(admins.email))
}

export async function hasAdmin(orm: Orm): Promise<boolean> {
  const [one] = await orm.select({ id: admins.id }).from(admins).limit(1)
  return one !== undefined
}

export type SignInPage = 'open' | 'nobody yet' | 'no database'

/** What the sign-in page has to say before anyone types. */
export async function signInPage(app: AppContext): Promise<SignInPage> {
  if (app.config.database === 'none') return 'no database'
  // An unavailable database is reported when somebody tries.
  const someone = await withFallback(app, ({ orm }) => hasAdmin(orm))
  return (someone?.value ?? true) ? 'open' : 'nobody yet'
}
