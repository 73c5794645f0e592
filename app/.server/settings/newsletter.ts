import { newsletterSettings } from '#app/.server/platform/db/newsletter-schema.ts'
import { newsletterSettingsForm } from '#app/contracts/newsletter/newsletter.ts'
import { brand } from '#brand'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

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

/** Off until staff turn it on; then pages show the form from the next request on [NEWS-04]. */
export const newsletterSetting = declareShownSetting<NewsletterSettings>({
  form: newsletterSettingsForm,
  defaults,
  async read(orm) {
    return (await orm.select({ enabled, sentence, version }).from(newsletterSettings))[0]
  },
  write(tx, { enabled, sentence }, { at }, before = defaults) {
    const version = before.version + (before.sentence === sentence ? 0 : 1)
    return storeCurrent(tx, newsletterSettings, { enabled, sentence, version, updatedAt: at })
  },
  entry: ({ enabled, sentence }, before) => ({
    action: 'settings.newsletter_updated',
    facts: { enabled, sentence, changes: changedFields(before, { enabled, sentence }) },
  }),
})
