import { shippingMethods } from '#app/.server/platform/db/settings-schema.ts'
import { shippingMethodsForm } from '#app/contracts/shipping/shipping-methods.ts'
import { cents } from '#app/domain/money/cents.ts'
import {
  type ShippingMethods,
  shippingMethodsDefaults,
} from '#app/domain/shipping/offered-shipping.ts'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

const rowOf = ({ expressRate, internationalRate, ...rest }: ShippingMethods) => ({
  ...rest,
  expressCents: expressRate,
  internationalCents: internationalRate,
})

/** Carts follow it from the next quote; a checkout reads it in the database again [SHIPPING-04]. */
export const shippingMethodsSetting = declareShownSetting<ShippingMethods>({
  form: shippingMethodsForm,
  defaults: shippingMethodsDefaults,
  async read(orm) {
    const [row] = await orm.select().from(shippingMethods)
    if (!row) return undefined
    const { id: _, updatedAt: __, expressCents, internationalCents, ...rest } = row
    return {
      ...rest,
      expressRate: cents(expressCents),
      internationalRate: cents(internationalCents),
    }
  },
  write: (tx, value, { at }) =>
    storeCurrent(tx, shippingMethods, { ...rowOf(value), updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.shipping_methods_updated',
    facts: {
      express: value.express,
      international: value.international,
      pickup: value.pickup,
      changes: changedFields(before && rowOf(before), rowOf(value)),
    },
  }),
})
