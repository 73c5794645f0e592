import type { AppContext } from '#app/.server/app-context.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { shippingMethodsSetting } from '#app/.server/settings/shipping-methods.ts'
import { cents } from '#app/domain/money/cents.ts'
import {
  type ShippingMethods,
  shippingMethodsDefaults,
} from '#app/domain/shipping/offered-shipping.ts'

/** Everything a shop can offer beside standard shipping. */
export const allMethods: ShippingMethods = {
  ...{ express: true, expressRate: cents(3500), expressDays: 1, expressText: '1-2 business days' },
  ...{ international: true, countries: ['CA', 'DE'], internationalRate: cents(9000) },
  ...{ customsText: 'You pay customs duties and import taxes on delivery.', pickup: true },
  ...{ pickupAddress: '7 Example Lane\nSeattle, WA 98101', pickupHours: 'Mon to Fri, 9 to 5' },
}

export const offersMethods = (shop: AppContext, methods: Partial<ShippingMethods> = allMethods) =>
  saveSetting(
    shop,
    shippingMethodsSetting,
    { ...shippingMethodsDefaults, ...methods },
    'ann@example.com',
  )
