import { eq } from 'drizzle-orm'
import { auditChain } from '#app/.server/audit-log/queries/check-audit-log.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { checkChain } from '#app/.server/platform/db/check-hash-chain.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { Must, Observed } from './observed.ts'

/** Those that may have been the shop's at some moment between question and answer. */
export function pricesInForce(
  prices: Observed['prices'],
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): number[] {
  return prices
    .filter(
      ({ from }, index) =>
        from <= answeredAt && (prices[index + 1]?.until ?? Number.POSITIVE_INFINITY) >= askedAt,
    )
    .map(({ perGram }) => Number(perGram))
}

/** Cents for some pieces at a price per gram: rounded half up once, for each piece. */
export function lineCents(
  { grams, fee, quantity }: { grams: number; fee: string; quantity: number },
  perGram: number,
): number {
  const milligrams = BigInt(Math.round(grams * 1000))
  const rate = BigInt(Math.round(perGram * 10_000))
  // Milligrams × ten-thousandths of a dollar, rounded half up to a cent.
  const gold = Number((milligrams * rate + 50_000n) / 100_000n)
  return (gold + Math.round(Number(fee) * 100)) * quantity
}

/**
 * Nobody was shown a price from before one that staff had been told was set [CACHE-02]. A process that
 * cannot read the database shows the last price it read, or the built-in one, and marks it as such.
 */
export function checkLooks({ looks, prices, piece }: Observed, must: Must): void {
  for (const look of looks) {
    const allowed = pricesInForce(prices, look)
    const [said, expected] = look.path.startsWith('/product')
      ? [offeredCents(look.text), allowed.map((perGram) => lineCents(piece, perGram))]
      : [answeredPerGram(look.text), allowed]
    const what = `${look.path} said ${said}, in force ${expected.join(', ')}`
    must(said === null || expected.includes(said), what)
  }
}

/** What a product page offers its first size for, in the facts it gives to search engines. */
function offeredCents(page: string): number | null {
  if (/\bStale\b|\bIndicative price\b/.test(page)) return null
  const price = /"@type":"Offer"[^}]*?"price":"([\d.]+)"/.exec(page)?.[1]
  return price === undefined ? null : Math.round(Number(price) * 100)
}

function answeredPerGram(json: string): number | null {
  const { state, pricePerGram } = JSON.parse(json)
  return state === 'indicative' || state === 'stale' ? null : pricePerGram
}

/** Each price that was acknowledged is in the log, and no entry was changed since. */
export async function checkAuditLog(orm: Orm, { prices }: Observed, must: Must): Promise<void> {
  const entries = await orm.select().from(auditLog).where(eq(auditLog.action, 'gold_price.set'))
  for (const perGram of new Set(prices.map((price) => price.perGram))) {
    const inLog = entries.filter(({ facts }) => facts.perGram === Math.round(+perGram * 10_000))
    const acknowledged = prices.filter((price) => price.perGram === perGram)
    must(inLog.length >= acknowledged.length, `the log has not each setting of ${perGram}`)
  }
  const { problem } = await checkChain(orm, auditChain)
  must(problem === null, `the audit log: ${JSON.stringify(problem)}`)
}
