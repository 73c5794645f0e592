import { z } from 'zod'

/** Where the browser keeps them, and nothing else does [WOO-05, D38]. */
export const woocommerceKey = 'woocommerce-settings'

const settings = z.object({
  storeUrl: z.string(),
  productMappings: z.array(z.object({ localId: z.string(), wooId: z.string() })),
})
export type WooCommerceSettings = z.infer<typeof settings>

export const noSettings: WooCommerceSettings = { storeUrl: '', productMappings: [] }

/** What the browser kept; null where it is no such settings: cut off, or written by something else. */
export function readSettings(stored: string | null): WooCommerceSettings | null {
  if (stored === null) return noSettings
  try {
    return settings.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

/** The sentence that blocks saving, or null. The address is looked at first [D38]. */
export function whatIsMissing({ storeUrl, productMappings }: WooCommerceSettings): string | null {
  if (!isWebAddress(storeUrl)) return 'WooCommerce store URL is required'
  const isWhole = productMappings.every(({ localId, wooId }) => localId.trim() && wooId.trim())
  return isWhole ? null : 'All product mapping fields must be filled'
}

/** As they are kept: without blanks around anything. */
export function trimmed({ storeUrl, productMappings }: WooCommerceSettings): WooCommerceSettings {
  return {
    storeUrl: storeUrl.trim(),
    productMappings: productMappings.map(({ localId, wooId }) => ({
      localId: localId.trim(),
      wooId: wooId.trim(),
    })),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol)
}
