import type { AppContext } from '#app/.server/app-context.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { marketOrCurrent } from '../repository.ts'
import { currentGoldPrice } from './gold-price.ts'

/** Per gram, as the last accepted feed had it; the price of a day ago where no feed was ever accepted. */
export async function marketPrice(app: AppContext): Promise<PricePerGram> {
  const { gold } = await currentGoldPrice(app)
  return marketOrCurrent(app.db.orm, gold, app.now())
}
