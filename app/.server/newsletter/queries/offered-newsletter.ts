import type { AppContext } from '#app/.server/app-context.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'

/** The sentence that visitors agree to, and its version. */
export type OfferedNewsletter = { sentence: string; version: number }

/** Null where pages offer no newsletter: it is off, or the shop cannot send the email that confirms [NEWS-04]. */
export async function offeredNewsletter(app: AppContext): Promise<OfferedNewsletter | null> {
  if (app.mail === null || !hasDatabase(app)) return null
  const { enabled, sentence, version } = await newsletterSetting.current(app)
  return enabled ? { sentence, version } : null
}
