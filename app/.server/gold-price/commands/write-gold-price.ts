import type { AppContext } from '#app/.server/app-context.ts'
import { databaseMessage } from '#app/.server/platform/db/database.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { adminSource } from '#app/domain/gold-price/acceptance.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { storeManualPrice } from './set-manual-gold-price.ts'

export type WriteResult = { success: true } | { success: false; error: string }

/**
 * The documented write function: source `admin` unless another is given; success or an error string,
 * never thrown [GOLD-21 to GOLD-24]. The strings are the specification's, word for word. No address
 * leads here without an admin session [GOLD-25].
 */
export async function writeGoldPrice(
  app: AppContext,
  { perGram, by }: { perGram: PricePerGram; by: string },
  source: string = adminSource,
): Promise<WriteResult> {
  if (!hasDatabase(app)) {
    return { success: false, error: 'Supabase not available - check environment variables' }
  }
  try {
    await storeManualPrice(app, { perGram, source, by, typedAgain: perGram })
    return { success: true }
  } catch (error) {
    app.log.error({ err: error }, 'the gold price could not be written')
    const message = databaseMessage(error)
    return { success: false, error: message ? `Database error: ${message}` : 'Unknown error' }
  }
}
