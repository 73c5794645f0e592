import { salesTaxSettings } from '#app/.server/platform/db/tax-schema.ts'
import { salesTaxForm } from '#app/contracts/tax/sales-tax.ts'
import { tangibleGoods } from '#app/domain/tax/sales-tax.ts'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

export type SalesTax = {
  enabled: boolean
  /** Where the shop is registered, two letters each. */
  states: string[]
  /** Stripe's, of products without their own. */
  taxCode: string
}

const { enabled, states, taxCode } = salesTaxSettings

/** Orders placed from then on follow it; those before keep what they had [TAX-01]. */
export const salesTaxSetting = declareShownSetting<SalesTax>({
  form: salesTaxForm,
  // Nobody collects a tax before staff say so.
  defaults: { enabled: false, states: [], taxCode: tangibleGoods },
  async read(orm) {
    return (await orm.select({ enabled, states, taxCode }).from(salesTaxSettings))[0]
  },
  write: (tx, value, { at }) => storeCurrent(tx, salesTaxSettings, { ...value, updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.sales_tax_updated',
    facts: { ...value, changes: changedFields(before, value) },
  }),
})
