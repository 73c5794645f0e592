import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { chooseLabels } from '../fulfillment/gateway/choose-labels.ts'
import { goldFeeds } from '../gold-price/feeds/gold-feeds.ts'
import { choosePayments } from '../payments/gateway/choose-payments.ts'
import type { PaymentGateway } from '../payments/gateway/payment-gateway.ts'
import type { Orm } from '../platform/db/database.ts'
import { readSavedSettings } from '../platform/db/saved-settings.ts'
import { followOpening } from './opening.ts'
import { arePaymentsClosed, withSaved } from './saved-config.ts'

const retryMs = 1000

/**
 * The shop goes by what is saved, now and after every change of it in any process [SETUP-04]. Answers
 * how to stop.
 */
export async function followSavedSettings(
  { orm }: { orm: Orm },
  app: AppContext,
): Promise<() => Promise<void>> {
  const stop = app.revisions.onRaise((area) => {
    if (area === 'saved_settings') void applyUntilRead(orm, app)
  })
  await applySavedSettings(orm, app)
  return async () => stop()
}

async function applyUntilRead(orm: Orm, app: AppContext): Promise<void> {
  while (!app.closing.aborted) {
    try {
      return await applySavedSettings(orm, app)
    } catch (error) {
      app.log.warn({ err: error }, 'the saved settings cannot be read')
      await sleep(retryMs, undefined, { ref: false })
    }
  }
}

/** One after another, so that what was read last stands. */
export function applySavedSettings(orm: Orm, app: AppContext): Promise<void> {
  const before = app.cache.savedSettings ?? Promise.resolve()
  const applied = before.catch(() => {}).then(() => apply(orm, app))
  app.cache.savedSettings = applied
  return applied
}

async function apply(orm: Orm, app: AppContext): Promise<void> {
  const before = app.config
  const { config, problems } = withSaved(before, await readSavedSettings(orm, app))
  for (const [group, problem] of Object.entries(problems)) {
    app.log.error({ group, problem }, 'saved settings are not used')
  }
  const isClosed = await arePaymentsClosed(orm, { config, problems })
  const [payments, labels, email] = await Promise.all([
    paymentsBy(app, config, isClosed),
    isSame(before.labels, config.labels) ? app.labels : chooseLabels(config, app.closing),
    isSame(before.mail.smtp, config.mail.smtp) ? app.mail : emailBy(config),
  ])
  await followOpening(orm, { live: payments?.live ?? false, at: app.now() })
  const feeds = isSame(before.gold, config.gold) ? app.goldFeeds : goldFeeds(config.gold)
  Object.assign(app, {
    config,
    payments,
    labels,
    mail: email,
    goldFeeds: feeds,
  } satisfies Partial<AppContext>)
  // Pages that were rendered in the meantime may say another mode.
  if (config !== before) app.revisions.raise('settings')
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function paymentsBy(
  app: AppContext,
  config: Config,
  isClosed: boolean,
): Promise<PaymentGateway | null> {
  if (isClosed) return null
  const stands = app.payments !== null || app.config.database === 'none'
  if (stands && isSame(app.config.stripe, config.stripe)) return app.payments
  return choosePayments({
    config,
    get publicUrl() {
      return app.publicUrl
    },
  })
}

async function emailBy({ mail: { smtp } }: Config): Promise<AppContext['mail']> {
  return smtp && (await import('../emails/gateway/smtp.ts')).smtpEmail(smtp)
}
