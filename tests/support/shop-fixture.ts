import { test as base } from '@playwright/test'
import { openBuiltShop, type TestShop } from './built-shop.ts'

export type Settings = Record<string, string>

/** A journey with a shop that is its alone, in whichever browser. */
export const test = base.extend<{ settings: Settings; shop: TestShop }>({
  /** Settings of the environment for this shop; `test.use({ settings: {…} })`. */
  settings: [{}, { option: true }],

  shop: async ({ settings }, use) => {
    const shop = await openBuiltShop(settings)
    await use(shop)
    await shop.close()
  },
})
