import { sql } from 'drizzle-orm'
import type { GoldPriceState } from '#app/domain/gold-price/gold-price.ts'
import type { Shop } from '../shop.ts'
import { currentGoldPrice } from './gold-price.ts'

export type Readiness = {
  ok: boolean
  database: 'ok' | 'unavailable' | 'none'
  goldPrice: GoldPriceState
}

/** A showcase without a database is ready for what it can do; a configured one must answer. */
export async function readiness(shop: Shop): Promise<Readiness> {
  const database = await databaseState(shop)
  const { state } = await currentGoldPrice(shop)
  return { ok: database !== 'unavailable', database, goldPrice: state }
}

async function databaseState(shop: Shop): Promise<Readiness['database']> {
  if (shop.config.database === 'none') return 'none'
  try {
    if (!shop.db) return 'unavailable'
    await shop.db.orm.execute(sql`select 1`)
    return 'ok'
  } catch {
    return 'unavailable'
  }
}
