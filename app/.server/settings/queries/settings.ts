import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cachedRead } from '#app/.server/platform/db/cached-read.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current, paracordDefaults, shippingDefaults } from '#app/.server/platform/db/seed.ts'
import * as schema from '#app/.server/platform/db/settings-schema.ts'
import { defaultProcessingDays } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { wireBankDays } from '#app/domain/payments/wire-rules.ts'
import { type BankDiscount, noBankDiscount } from '#app/domain/pricing/bank-price.ts'

export type ShippingSettings = {
  processingTime: string
  shippingTime: string
  shippingCost: string
}

const readShipping = cachedRead('settings', (orm) => {
  const { processingTime, shippingTime, shippingCost } = schema.shippingSettings
  return orm
    .select({ processingTime, shippingTime, shippingCost })
    .from(schema.shippingSettings)
    .where(eq(schema.shippingSettings.id, current))
})

/** The single row [DATA-13]; as last read well while the database is away, else the defaults. */
export async function shippingSettings(app: AppContext): Promise<ShippingSettings> {
  const read = await readShipping(app)
  if (!read) return app.cache.shipping ?? { ...shippingDefaults }
  const settings = read.value[0] ?? { ...shippingDefaults }
  app.cache.shipping = settings
  return settings
}

/** In business days, as the database has it now: an order that is paid is to be sent within so many [DESK-02]. */
export async function storedProcessingDays(orm: Orm): Promise<number> {
  const { processingDays } = schema.shippingSettings
  const [row] = await orm
    .select({ processingDays })
    .from(schema.shippingSettings)
    .where(eq(schema.shippingSettings.id, current))
  return row?.processingDays ?? defaultProcessingDays
}

/** How long a parcel takes, in the words of the shop, as the database has them now [RETURN-04]. */
export async function storedShippingTime(orm: Orm): Promise<string> {
  const { shippingTime } = schema.shippingSettings
  const [row] = await orm
    .select({ shippingTime })
    .from(schema.shippingSettings)
    .where(eq(schema.shippingSettings.id, current))
  return row?.shippingTime ?? shippingDefaults.shippingTime
}

const readProcessingDays = cachedRead('settings', storedProcessingDays)

/** For the screen of the settings; the default while the database is away. */
export async function processingDays(app: AppContext): Promise<number> {
  return (await readProcessingDays(app))?.value ?? defaultProcessingDays
}

const readBankDiscount = cachedRead('settings', (orm) => {
  const { bankDiscount } = schema.paymentSettings
  return orm
    .select({ bankDiscount })
    .from(schema.paymentSettings)
    .where(eq(schema.paymentSettings.id, current))
})

/** What is taken off by bank [BANK-01]; as last read well while the database is away, else nothing. */
export async function bankDiscount(app: AppContext): Promise<BankDiscount> {
  const read = await readBankDiscount(app)
  if (!read) return app.cache.bankDiscount ?? noBankDiscount
  const discount = (read.value[0]?.bankDiscount ?? noBankDiscount) as BankDiscount
  app.cache.bankDiscount = discount
  return discount
}

/** How many bank days a wire may take, as the database has it now [WIRE-02]. */
export async function storedWireBankDays(orm: Orm): Promise<number> {
  const { wireBankDays: days, id } = schema.paymentSettings
  const [row] = await orm.select({ days }).from(schema.paymentSettings).where(eq(id, current))
  return row?.days ?? wireBankDays.usual
}

const readWireBankDays = cachedRead('settings', storedWireBankDays)

/** For the cart and the settings page; the default while the database is unavailable. */
export async function currentWireBankDays(app: AppContext): Promise<number> {
  return (await readWireBankDays(app))?.value ?? wireBankDays.usual
}

export type ParacordOptions = { enabled: boolean; colors: string[]; message: string }

const readParacord = cachedRead('settings', (orm) => {
  const { enabled, colors, message } = schema.paracordOptions
  return orm
    .select({ enabled, colors, message })
    .from(schema.paracordOptions)
    .where(eq(schema.paracordOptions.id, current))
})

/** The single row [DATA-13]; as last read well while the database is away, else not offered. */
export async function paracordOptions(app: AppContext): Promise<ParacordOptions> {
  const read = await readParacord(app)
  if (!read) return app.cache.paracord ?? { ...paracordDefaults }
  const options = read.value[0] ?? { ...paracordDefaults }
  app.cache.paracord = options
  return options
}
