import type { Orm } from '#app/.server/platform/db/database.ts'
import { newsletterSettings } from '#app/.server/platform/db/newsletter-schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { newsletterSettingsForm } from '#app/contracts/newsletter/newsletter.ts'
import { brand } from '#brand'
import { changedFields, declareShownSetting } from './setting.ts'

export type NewsletterSettings = {
  enabled: boolean
  /** What visitors agree to. */
  sentence: string
  /** Counts its changes, so that a list of addresses says which one each person read. */
  version: number
}

const { enabled, sentence, version } = newsletterSettings

const defaults: NewsletterSettings = {
  enabled: false,
  get sentence() {
    return `Yes, email me news from ${brand.name} about new pieces. I can unsubscribe at any time.`
  },
  version: 1,
}

async function read(orm: Orm): Promise<NewsletterSettings | undefined> {
  return (await orm.select({ enabled, sentence, version }).from(newsletterSettings))[0]
}

/** Off until staff turn it on; then pages show the form from the next request on [NEWS-04]. */
export const newsletterSetting = declareShownSetting<NewsletterSettings>({
  form: newsletterSettingsForm,
  defaults,
  read,
  async write(tx, value, { at }) {
    const before = (await read(tx)) ?? defaults
    const isChanged = before.sentence !== value.sentence
    const row = { ...value, version: before.version + (isChanged ? 1 : 0), updatedAt: at }
    await tx
      .insert(newsletterSettings)
      .values({ id: current, ...row })
      .onConflictDoUpdate({ target: newsletterSettings.id, set: row })
  },
  entry: ({ enabled, sentence }, before) => ({
    action: 'settings.newsletter_updated',
    facts: { enabled, sentence, changes: changedFields(before, { enabled, sentence }) },
  }),
})
