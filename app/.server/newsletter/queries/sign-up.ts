import { and, gte } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { confirmNewsletterLink, type SignUp } from '#app/.server/platform/newsletter-link.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'
import { isTooLate } from '#app/domain/emails/confirmation.ts'

/** What comes of a link that confirms a sign-up; `off`: the shop offers no newsletter any longer. */
export type SignUpStatus = 'open' | 'confirmed' | 'off' | 'expired' | 'unknown'

/** Reads a link, and changes nothing [NEWS-01]. */
export async function signUpOf(
  app: AppContext,
  token: string,
): Promise<{ status: SignUpStatus; asked?: SignUp }> {
  const asked = hasDatabase(app) ? confirmNewsletterLink.read(app, token) : null
  if (!asked) return { status: 'unknown' }
  const isOnList = and(
    sameEmail(newsletterSubscribers.email, asked.email),
    gte(newsletterSubscribers.requestedAt, new Date(asked.at)),
  )
  const found = await withDatabase(app, ({ orm }) => orm.$count(newsletterSubscribers, isOnList))
  if (found > 0) return { status: 'confirmed', asked }
  if (isTooLate(asked, app.now())) return { status: 'expired', asked }
  const { enabled } = await newsletterSetting.current(app)
  return { status: enabled ? 'open' : 'off', asked }
}

/** The sentence that visitors agree to, and its version. */
export type OfferedNewsletter = { sentence: string; version: number }

/** Null where pages offer no newsletter: it is off, or the shop cannot send the email that confirms [NEWS-04]. */
export async function offeredNewsletter(app: AppContext): Promise<OfferedNewsletter | null> {
  if (app.mail === null || !hasDatabase(app)) return null
  const { enabled, sentence, version } = await newsletterSetting.current(app)
  return enabled ? { sentence, version } : null
}
