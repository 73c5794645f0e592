import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cachedRead } from '#app/.server/platform/db/cached-read.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { salesTaxSettings } from '#app/.server/platform/db/tax-schema.ts'
import { tangibleGoods } from '#app/domain/tax/sales-tax.ts'

export type SalesTax = {
  enabled: boolean
  /** Where the shop is registered, two letters each. */
  states: string[]
  /** Stripe's, of products without one of their own. */
  taxCode: string
}

/** Nobody collects a tax before staff say so [TAX-01]. */
const salesTaxDefaults: SalesTax = { enabled: false, states: [], taxCode: tangibleGoods }

/** As it is stored now: what an order is placed with. */
export async function salesTaxAt(orm: Orm): Promise<SalesTax> {
  const { enabled, states, taxCode } = salesTaxSettings
  const [stored] = await orm
    .select({ enabled, states, taxCode })
    .from(salesTaxSettings)
    .where(eq(salesTaxSettings.id, current))
  return stored ?? salesTaxDefaults
}

const readSalesTax = cachedRead('settings', salesTaxAt)

/** As last read well while the database is away, else off. */
export async function salesTax(app: AppContext): Promise<SalesTax> {
  const read = await readSalesTax(app)
  if (!read) return app.cache.salesTax ?? salesTaxDefaults
  app.cache.salesTax = read.value
  return read.value
}
