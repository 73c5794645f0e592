import { isAbsolute } from 'node:path'
import type { SettingGroup } from '#app/contracts/setup/setting-names.ts'
import type { AppContext } from '../app-context.ts'
import { tryBackupPlace } from '../backup/try-backup-storage.ts'
import type { Config } from '../config.ts'
import { FeedFailure } from '../gold-price/feeds/gold-feed.ts'
import { goldFeeds } from '../gold-price/feeds/gold-feeds.ts'
import { NotAccepted, NotReached } from '../platform/errors.ts'

/** A person waits for it. */
const timeLimitMs = 8000

export type Trial = {
  group: SettingGroup
  /** The settings the shop would go by. */
  config: Config
  /** What was entered as the place for backups; a path is made whole in the settings. */
  backupTo: string | null
}

/** Throws NotAccepted with the provider's reason, NotReached where it could not be asked. */
export type TrySettings = (app: AppContext, trial: Trial) => Promise<void>

/**
 * Tries the keys, the mail server or the place of a group by a real call before they are saved
 * [KEYTRY-01]. Each provider's libraries are loaded when one is tried.
 */
export const trySettings: TrySettings = async (app, { group, config, backupTo }) => {
  const { stripe, labels, mail: email, gold, backup } = config
  const limits = { signal: app.closing, timeoutMs: timeLimitMs }
  switch (group) {
    case 'payments': {
      const { tryStripeKey } = await import('../payments/gateway/try-stripe-key.ts')
      return stripe ? tryStripeKey(stripe, timeLimitMs) : undefined
    }
    case 'labels': {
      const { tryEasyPostKey } = await import('../fulfillment/gateway/try-easypost-key.ts')
      return labels ? tryEasyPostKey(labels, { ...limits, timeLimitMs }) : undefined
    }
    case 'mail': {
      const { tryEmailServer } = await import('../emails/gateway/try-email-server.ts')
      return email.smtp ? tryEmailServer(email.smtp, timeLimitMs) : undefined
    }
    case 'gold':
      return tryGoldSources(app, gold)
    case 'backup': {
      if (!backup.to) return undefined
      if (backup.to.kind === 'folder' && !isAbsolute(backupTo ?? '')) {
        throw new NotAccepted('BACKUP_TO', 'Enter the full path of the folder, starting with /.')
      }
      return tryBackupPlace(backup.to, limits)
    }
  }
}

/** What the trial of a group depends on; the rest may change without one. */
export function triedPart(
  { stripe, labels, mail: email, gold, backup }: Config,
  group: SettingGroup,
) {
  return {
    payments: stripe && [stripe.secretKey, stripe.apiUrl],
    labels,
    mail: email.smtp?.url,
    gold: [gold.sources, gold.websiteUrl, gold.websiteUnit, gold.goldapiIoKey, gold.metalsDevKey],
    backup: backup.to,
  }[group]
}

const fieldOf: Readonly<Record<string, string>> = {
  website: 'GOLD_WEBSITE_URL',
  'goldapi.io': 'GOLDAPI_IO_KEY',
  'metals.dev': 'METALS_DEV_KEY',
}

/** Those that an owner's key or page belongs to; the others are public. */
async function tryGoldSources(app: AppContext, gold: Config['gold']): Promise<void> {
  const own = goldFeeds(gold, timeLimitMs).filter(({ name }) => name in fieldOf)
  await Promise.all(
    own.map(async (feed) => {
      const asked = { now: app.now(), lastAccepted: null, signal: app.closing }
      await feed.read(asked).catch((error: unknown) => {
        if (!(error instanceof FeedFailure)) throw error
        const message = `${feed.name} ${error.message}.`
        const isUnreached = /could not be reached|in time|HTTP (5|429)/.test(error.message)
        const Why = isUnreached ? NotReached : NotAccepted
        throw new Why(fieldOf[feed.name] ?? 'GOLD_SOURCES', message)
      })
    }),
  )
}
