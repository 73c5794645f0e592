import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Columns, csvPages } from '#app/.server/platform/csv-pages.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { leaveNewsletterLink } from '#app/.server/platform/newsletter-link.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'

/** For the screen: the setting, and how many are on the list. */
export async function newsletterPage(app: AppContext) {
  const { enabled, sentence } = await newsletterSetting.current(app)
  const subscribers = await withDatabase(app, ({ orm }) => orm.$count(newsletterSubscribers))
  return { settings: { enabled, sentence }, subscribers, canSend: app.mail !== null }
}

type Row = typeof newsletterSubscribers.$inferSelect

/** The list for the service that sends the newsletter, with what each person agreed to [NEWS-05]. */
export function subscribersCsv(app: AppContext) {
  const columns: Columns<Row> = [
    ['Email', ({ email }) => email],
    ['Confirmed at', ({ confirmedAt }) => confirmedAt.toISOString()],
    ['Source page', ({ source }) => source],
    ['Consent version', ({ version }) => version],
    ['Consent', ({ sentence }) => sentence],
    ['Unsubscribe link', ({ email }) => leaveNewsletterLink.to(app, { email })],
  ]
  return csvPages(columns, (after: Row | null, limit) => readRows(app, after, limit))
}

function readRows(app: AppContext, after: Row | null, limit: number): Promise<Row[]> {
  const { id, confirmedAt } = newsletterSubscribers
  const inOrder = sql`${id} collate "C"`
  const isAfter =
    after === null
      ? undefined
      : or(
          gt(confirmedAt, after.confirmedAt),
          and(eq(confirmedAt, after.confirmedAt), gt(inOrder, after.id)),
        )
  return withDatabase(app, ({ orm }) =>
    orm
      .select()
      .from(newsletterSubscribers)
      .where(isAfter)
      .orderBy(asc(confirmedAt), asc(inOrder))
      .limit(limit),
  )
}
