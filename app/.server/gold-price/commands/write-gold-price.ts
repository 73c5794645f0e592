import { adminSource } from '#app/domain/gold-price/acceptance.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { databaseMessage } from '#app/.server/platform/db/database-message.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { storeByHand } from './set-gold-price.ts'

export type WriteResult = { success: true } | { success: false; error: string }

/**
 * The documented write function: source `admin` unless told otherwise; success or an error string,
 * never thrown [GOLD-21 to GOLD-24]. The strings are the specification's, word for word. No address
 * leads here without an admin session [GOLD-25].
 */
export async function writeGoldPrice(
  shop: Shop,
  { perGram, by }: { perGram: PricePerGram; by: string },
  source: string = adminSource,
): Promise<WriteResult> {
  if (!shop.db) {
    return {
      success: false,
      error: 'Supabase not available - check environment variables',
    }
  }
  try {
    await storeByHand(shop, shop.db, { perGram, source, by, typedAgain: perGram })
    return { success: true }
  } catch (error) {
    shop.log.error({ err: error }, 'the gold price could not be written')
    const message = databaseMessage(error)
    return { success: false, error: message ? `Database error: ${message}` : 'Unknown error' }
  }
}
