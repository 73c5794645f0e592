import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { signGoldPriceDays } from '#app/.server/gold-price/jobs/sign-days.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { publicKeys } from '#app/.server/signing/queries/public-keys.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { reading } from './gold-prices.ts'
import { sellingShop } from './selling-shop.ts'

const dayMinutes = 24 * 60

/**
 * A shop with three days behind it: on the first a price set by hand and two of a feed, of which one was
 * withdrawn; on the second none; on the third one. The first two are signed.
 */
export async function provenShop(db: Database) {
  const { shop, pass, goldBecomes } = await sellingShop(db)
  const fed = async (perOunce: number) => {
    pass(180)
    const takenAt = shop.now()
    return acceptGoldPrice(shop, reading({ perOunce: perOunce as PricePerOunce, takenAt }))
  }
  await fed(40_500_000)
  await fed(40_600_000)
  pass(1)
  await withdrawGoldPrice(shop, { from: 3, until: 3, by: 'ann@example.com', reason: 'A slip.' })
  pass(2 * dayMinutes)
  await fed(41_500_000)
  await signGoldPriceDays(shop)
  const keysFile = async () => JSON.stringify({ keys: await publicKeys(db.orm) })
  return { shop, pass, fed, goldBecomes, keysFile }
}

/** Changes rows as somebody does who has the database, past the triggers. */
export async function pastTheTriggers({ db }: AppContext, ...changes: string[]): Promise<void> {
  const tables = ['gold_price_history', 'chain_links', 'gold_price_days']
  for (const name of tables) {
    await db.orm.execute(sql.raw(`alter table ${name} disable trigger user`))
  }
  for (const change of changes) await db.orm.execute(sql.raw(change))
  for (const name of tables) {
    await db.orm.execute(sql.raw(`alter table ${name} enable trigger user`))
  }
}
