import { shippingDefaults } from '#app/.server/platform/db/seed.ts'
import { shippingSettings } from '#app/.server/platform/db/settings-schema.ts'
import { shippingForm } from '#app/contracts/fulfillment/shipping.ts'
import { defaultProcessingDays } from '#app/domain/fulfillment/ship-by.ts'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

export type Shipping = {
  processingTime: string
  shippingTime: string
  shippingCost: string
  /** In business days: an order that is paid must be sent within that time [DESK-02]. */
  processingDays: number
}

const { processingTime, shippingTime, shippingCost, processingDays } = shippingSettings

export const shippingSetting = declareShownSetting<Shipping>({
  form: shippingForm,
  defaults: { ...shippingDefaults, processingDays: defaultProcessingDays },
  async read(orm) {
    const fields = { processingTime, shippingTime, shippingCost, processingDays }
    return (await orm.select(fields).from(shippingSettings))[0]
  },
  write: (tx, value, { at }) => storeCurrent(tx, shippingSettings, { ...value, updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.shipping_updated',
    facts: { ...value, changes: changedFields(before, value) },
  }),
})
