import { type Cents, formatCents, withDollarSign } from '#app/domain/money/cents.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { LockedQuote } from './use-locked-quote.ts'

type Props = Pick<LockedQuote, 'shipping' | 'taxAtCheckout'> & {
  payBy: PayBy
  total: Cents
}

/** In place of the rate, which is that of another delivery until a country is chosen. */
export const countryToCome: NonNullable<LockedQuote['shipping']> = {
  ...{ cost: 'Choose a country to see the total with shipping.', arrives: null },
}

/** What is due, with the rate of shipping where it is not the free standard one [SHIPPING-06]. */
export function CartTotals({ shipping, taxAtCheckout, payBy, total }: Props) {
  const { arrives: byCard = null, arrivesByBank } = shipping ?? {}
  const arrives = payBy !== 'card' && arrivesByBank ? arrivesByBank[payBy] : byCard
  return (
    <>
      {shipping?.rate && (
        <p className="flex items-baseline justify-between gap-4">
          <span className="wrap-anywhere">{shipping.row}</span>
          <span data-testid="cart-shipping">{withDollarSign(shipping.rate)}</span>
        </p>
      )}
      <p className="flex items-baseline justify-between">
        <span className="font-medium">{payBy === 'card' ? 'Total' : 'Total by bank'}</span>
        <span className="font-medium text-2xl" data-testid="cart-total">
          <LiveValue>{formatCents(total)}</LiveValue>
        </span>
      </p>
      {shipping && (
        <p className="mt-1 text-muted text-sm wrap-anywhere">
          {shipping.cost}
          {arrives && (
            <span className="block">
              Estimated delivery: <span className="unbroken">{arrives}</span>
            </span>
          )}
        </p>
      )}
      {taxAtCheckout && (
        <p className="mt-1 text-muted text-sm">
          Sales tax is calculated at checkout from your address.
        </p>
      )}
    </>
  )
}
