import { formatExactRate, type PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import type { GoldFixed } from './custom-work.ts'

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
    ? `A deposit of ${formatCents(deposit)} begins the work. The gold is priced at ${rate}, and that price is fixed with the deposit, whatever gold costs later. The total is ${formatCents(inAll)}; the balance of ${rest} is paid when the piece is ready, before it is sent.`
    : `A deposit of ${formatCents(deposit)} begins the work. The gold is priced at the shop’s price on the day the piece is ready, not today. At today’s ${rate} the total would be ${formatCents(inAll)}; what is paid in the end may be more or less. The balance is that total less the deposit, and is paid before the piece is sent.`
}
