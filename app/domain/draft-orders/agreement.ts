import { formatExactRate, type PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import type { GoldFixed } from './custom-work.ts'

const estimateStart = ' At today’s '
const estimateEnd = '; the final total may be more or less.'

/**
 * What of the agreement the buyer still reads beside the sums; null once the deposit is paid and the price of the
 * gold is locked, when the sums say all that is left [SALE-36].
 */
export function agreementLeft(
  { agreement, fixedAt, depositCents }: Agreement,
  received: Cents,
): string | null {
  if (fixedAt === null) return agreement
  return received >= depositCents ? null : withoutEstimate(agreement)
}
type Agreement = { agreement: string; fixedAt: Date | null; depositCents: number }

function withoutEstimate(agreement: string): string {
  const start = agreement.indexOf(estimateStart)
  const end = agreement.indexOf(estimateEnd, start)
  if (start < 0 || end < 0) return agreement
  return agreement.slice(0, start) + agreement.slice(end + estimateEnd.length)
}

/**
 * What is agreed for custom work, as the buyer reads it on the payment request link and in its email, and as it is kept
 * with the order [SALE-09]. Sums include the tax.
 */
export function agreementText({
  goldFixed,
  deposit,
  inAll,
  perGram,
}: {
  goldFixed: GoldFixed
  deposit: Cents
  inAll: Cents
  perGram: PricePerGram
}): string {
  const rate = `${formatExactRate(perGram)} per gram`
  const rest = formatCents(cents(inAll - deposit))
  return goldFixed === 'deposit'
    ? `We’ll start work as soon as we receive your ${formatCents(deposit)} deposit. It locks in the gold price at ${rate}, no matter what gold costs later. The total is ${formatCents(inAll)}; the balance of ${rest} is due when the piece is ready, before we ship it.`
    : `We’ll start work as soon as we receive your ${formatCents(deposit)} deposit. We price the gold at our price on the day the piece is ready, not today.${estimateStart}${rate}, the total would be ${formatCents(inAll)}${estimateEnd} The balance is the final total less the deposit, and is due before we ship the piece.`
}
