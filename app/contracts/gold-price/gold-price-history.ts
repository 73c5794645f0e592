// zod/mini: the product page's chart reads this in the browser.
import * as z from 'zod/mini'
import type { PastPrice } from '#app/domain/gold-price/history.ts'
import { parsePerGram, parsePerOunce, rateToDecimal } from '#app/domain/gold-price/rates.ts'

/** What `GET /api/gold-price/history` answers: ISO 8601 in UTC, and exact decimals of dollars. */
const historyResponse = z.object({
  points: z.array(z.object({ at: z.string(), price: z.string(), pricePerGram: z.string() })),
})

export function writeGoldHistory(prices: readonly PastPrice[]): z.output<typeof historyResponse> {
  return {
    points: prices.map(({ at, perOunce, perGram }) => ({
      at: new Date(at).toISOString(),
      price: rateToDecimal(perOunce),
      pricePerGram: rateToDecimal(perGram),
    })),
  }
}

/** A point that is no price is left out rather than drawn; throws where it is no such answer. */
export function readGoldHistory(json: unknown): PastPrice[] {
  return historyResponse.parse(json).points.flatMap(({ at, price, pricePerGram }) => {
    const time = Date.parse(at)
    const perOunce = parsePerOunce(price)
    const perGram = parsePerGram(pricePerGram)
    if (Number.isNaN(time) || perOunce === null || perGram === null) return []
    return [{ at: time, perOunce, perGram }]
  })
}
