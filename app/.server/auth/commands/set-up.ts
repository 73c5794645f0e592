import { randomBytes } from 'node:crypto'
import { eq, gt, lte } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { setupLinks } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { isSameText, linkHmac, readableSecrets } from '#app/.server/platform/secret.ts'
import { SetupLinkExpired } from '../auth-errors.ts'
import { hasAdmin } from '../queries/admins.ts'
import type { EnrollmentLink } from './enroll.ts'

/** After that a new link is printed [AUTH-25]. */
const linkLifetimeMs = 24 * 60 * 60 * 1000

/**
 * The one-time setup link, for the first admin [OPS-07]. It is made of the shop's secret and a random
 * number in the database: every process prints the same link for a day, the database alone opens
 * nothing, and nothing half-made is ever stored. The number is gone with the first admin, and the link
 * with it.
 */
export async function setupLink(app: AppContext): Promise<string | null> {
  if (!hasDatabase(app) || (await hasAdmin(app.db.orm))) return null
  const { orm } = app.db
  const nonce = randomBytes(32).toString('base64url')
  await orm
    .insert(setupLinks)
    .values({ id: 'current', nonce, madeAt: app.now() })
    .onConflictDoUpdate({
      target: setupLinks.id,
      set: { nonce, madeAt: app.now() },
      setWhere: lte(setupLinks.madeAt, expiredSince(app)),
    })
  const kept = await currentNonce(orm, app)
  return kept && `${app.publicUrl}/admin/setup/${tokenOf(app.secret, kept)}`
}

/** Whether the link leads anywhere: made by this shop, and no admin there yet. */
export async function isSetupOpen(app: AppContext, token: string): Promise<boolean> {
  return (await nonceOf(app, token)) !== null
}

/** The link's way to the first admin, an owner; refused where it leads nowhere. */
export async function setupEnrollment(app: AppContext, token: string): Promise<EnrollmentLink> {
  const nonce = await nonceOf(app, token)
  if (!nonce) throw new SetupLinkExpired()
  return {
    nonce,
    ticketPurpose: 'setup-ticket/v2',
    async use(tx) {
      // Deleting the number creates the admin; a second request at the same moment finds none.
      const deleted = await tx.delete(setupLinks).where(eq(setupLinks.nonce, nonce)).returning()
      if (deleted.length === 0 || (await hasAdmin(tx))) throw new SetupLinkExpired()
      return { role: 'owner', actor: { type: 'setup-link', id: 'setup link' } }
    },
  }
}

const expiredSince = (app: AppContext) => new Date(app.now().getTime() - linkLifetimeMs)

/** null where there is none, or it has expired. */
async function currentNonce(orm: Orm, app: AppContext): Promise<string | null> {
  const [row] = await orm
    .select()
    .from(setupLinks)
    .where(gt(setupLinks.madeAt, expiredSince(app)))
  return row?.nonce ?? null
}

/** The nonce that the token was made of, where the link still works. */
async function nonceOf(app: AppContext, token: string): Promise<string | null> {
  if (!hasDatabase(app)) return null
  const nonce = await currentNonce(app.db.orm, app)
  if (!nonce || (await hasAdmin(app.db.orm))) return null
  const isOurs = readableSecrets(app).some((secret) => isSameText(token, tokenOf(secret, nonce)))
  return isOurs ? nonce : null
}

const tokenOf = (secret: string, nonce: string) => linkHmac(secret, 'setup-link/v1', nonce)
