import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { leaveNewsletterLink } from '#app/.server/platform/newsletter-link.ts'
import { signUpOf } from '../queries/sign-up.ts'

/**
 * Puts the address of a confirmed link on the list, with what its owner agreed to. A later request replaces
 * an earlier one; the same link confirmed twice changes nothing. Does nothing where the link cannot be
 * confirmed now, and its page says why [NEWS-01, NEWS-02].
 */
export async function subscribe(app: AppContext, token: string): Promise<void> {
  const { status, asked } = await signUpOf(app, token)
  if (status !== 'open' || !asked) return
  const { email, source, sentence, version } = asked
  const [requestedAt, confirmedAt] = [new Date(asked.at), app.now()].map((at) => at.toISOString())
  await withDatabase(app, ({ orm }) =>
    orm.execute(sql`
      insert into newsletter_subscribers (email, requested_at, confirmed_at, source, sentence, version)
      values (${email}, ${requestedAt}::timestamptz, ${confirmedAt}::timestamptz, ${source},
        ${sentence}, ${version})
      on conflict (email_key(email)) do update set
        email = excluded.email, requested_at = excluded.requested_at,
        confirmed_at = excluded.confirmed_at, source = excluded.source,
        sentence = excluded.sentence, version = excluded.version
      where newsletter_subscribers.requested_at < excluded.requested_at`),
  )
}

/** Takes the address of a link off the list; done again it does nothing [NEWS-03]. */
export async function leaveNewsletter(app: AppContext, token: string): Promise<void> {
  const leaving = leaveNewsletterLink.read(app, token)
  if (!leaving) return
  await withDatabase(app, ({ orm }) =>
    orm.delete(newsletterSubscribers).where(sameEmail(newsletterSubscribers.email, leaving.email)),
  )
}
