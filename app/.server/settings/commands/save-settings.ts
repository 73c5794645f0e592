import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import {
  paracordOptions,
  paymentSettings,
  shippingSettings,
} from '#app/.server/platform/db/settings-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { paracordForm } from '#app/contracts/catalog/paracord.ts'
import type { shippingForm } from '#app/contracts/fulfillment/shipping.ts'
import { isProcessingDays, promisedBusinessDays } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { type BankDiscount, formatBankDiscount } from '#app/domain/pricing/bank-price.ts'
import { changedFields } from '../changed-fields.ts'
import { bankDiscount, storedProcessingDays, storedWireBankDays } from '../queries/settings.ts'

/** Upserts the single record [PARA-03]; product pages show it from the next request on. */
export async function saveParacord(
  app: AppContext,
  options: z.output<typeof paracordForm>,
  by: string,
): Promise<void> {
  const now = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = { ...options, updatedAt: now }
      const [stored] = await tx
        .select()
        .from(paracordOptions)
        .where(eq(paracordOptions.id, current))
      await tx
        .insert(paracordOptions)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: paracordOptions.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.paracord_updated',
        facts: { ...options, changes: changedFields(stored, options) },
      })
    }),
  )
  app.cache.paracord = options
  app.revisions.changed('settings')
}

/** Upserts the single record [SHIP-02]; product pages show it from the next request on. */
export async function saveShipping(
  app: AppContext,
  typed: z.output<typeof shippingForm>,
  by: string,
): Promise<void> {
  const settings = {
    processingTime: typed.processing_time,
    shippingTime: typed.shipping_time,
    shippingCost: typed.shipping_cost,
  }
  const promised = promisedBusinessDays(settings.processingTime)
  const days = typed.processing_days ?? (isProcessingDays(promised) ? promised : undefined)
  const now = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const processingDays = days ?? (await storedProcessingDays(tx))
      const saved = { ...settings, processingDays }
      const row = { ...saved, updatedAt: now }
      const [stored] = await tx
        .select()
        .from(shippingSettings)
        .where(eq(shippingSettings.id, current))
      await tx
        .insert(shippingSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: shippingSettings.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.shipping_updated',
        facts: { ...saved, changes: changedFields(stored, saved) },
      })
    }),
  )
  app.cache.shipping = settings
  app.revisions.changed('settings')
}

/** Upserts the single record [BANK-01]; quotes carry it from the next one on, and keep what they had. */
export async function saveBankDiscount(
  app: AppContext,
  discount: BankDiscount,
  by: string,
  wireDays?: number,
): Promise<void> {
  const now = app.now()
  const before = await bankDiscount(app)
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const daysBefore = await storedWireBankDays(tx)
      const wireBankDays = wireDays ?? daysBefore
      const row = { bankDiscount: discount as number, wireBankDays, updatedAt: now }
      await tx
        .insert(paymentSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: paymentSettings.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.bank_discount_updated',
        facts: {
          from: formatBankDiscount(before),
          to: formatBankDiscount(discount),
          wireDays: { from: daysBefore, to: wireBankDays },
        },
      })
    }),
  )
  app.cache.bankDiscount = discount
  app.revisions.changed('settings')
}

/** Runs a save of settings. Whatever goes wrong, staff read the documented sentence [PARA-05, SHIP-03]. */
export async function orNotSaved(
  app: AppContext,
  save: (db: Database) => Promise<unknown>,
): Promise<void> {
  try {
    await save(app.db)
  } catch (error) {
    app.log.error({ err: error }, 'settings were not saved')
    throw new AppError('settings_not_saved', 503, 'Failed to save changes')
  }
}
