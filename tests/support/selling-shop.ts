import type { AppContext } from '#app/.server/app-context.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { parsePerGram } from '#app/domain/gold-price/rates.ts'
import { byHand } from './gold-prices.ts'
import { testShop } from './shop.ts'

/** A shop that takes test payments, with a clock that is moved and a gold price that is set. */
export async function sellingShop(db: Database, more: Partial<AppContext> = {}) {
  let now = new Date('2026-03-11T16:00:00Z').getTime()
  const app = testShop({ db, now: () => new Date(now), ...more })
  app.payments ??= testPayments(app)
  const goldBecomes = async (perGram: string) => {
    const rate = parsePerGram(perGram)
    if (rate === null) throw new Error(`${perGram} is no price`)
    await setManualGoldPrice(app, byHand(rate, 'a test'))
  }
  await goldBecomes('130')
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { shop: app, goldBecomes, pass }
}

/** What the cart posts to check out. */
export const checkout = ({ quote, total }: QuoteResponse) => ({ quote, amount: Number(total) })

/** The problem that some work is refused with. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const problem = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(problem instanceof AppError)) throw new Error(`not refused: ${problem}`)
  return problem
}
