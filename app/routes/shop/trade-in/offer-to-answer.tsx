import { Form } from 'react-router'
import type { OwnerTradeIn } from '#app/.server/trade-ins/queries/owner-trade-in.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { tradeInRateToDecimal } from '#app/domain/trade-ins/offer.ts'
import { DateTime } from '../order-summary.tsx'

type Props = { page: OwnerTradeIn; offer: NonNullable<OwnerTradeIn['offer']> }

const words = {
  recast: { sum: 'The recast costs', offer: 'quote', yes: 'Yes, recast it' },
  exchange: { sum: 'Your credit toward another piece', offer: 'offer', yes: 'Yes, exchange it' },
  'sell-back': { sum: 'We’ll pay you', offer: 'offer', yes: 'Yes, sell it back' },
} as const

/** The offer with its sum, how it comes about, and yes or no [TRADE-54]. */
export function OfferToAnswer({ page: { kind, serial, mayAnswer }, offer }: Props) {
  const { sum, offer: name, yes } = words[kind]
  const { nth, amount, rate, perGram, until, isExpired, difference } = offer
  return (
    <>
      <p className="text-muted">{sum}</p>
      <p className="-mt-3 font-display text-[2.75rem] leading-none">{formatCents(amount)}</p>
      {rate !== null && perGram !== null && (
        <p>
          {tradeInRateToDecimal(rate)}% of its metal value at {formatExactRate(perGram)} per gram.
        </p>
      )}
      {difference && (
        <p className="border border-notice px-4 py-3">
          {serial ? 'The piece doesn’t match its certificate' : 'The piece isn’t .9999 gold'}:{' '}
          {difference}. Our {name} is based on our own measurements.
        </p>
      )}
      {isExpired ? (
        <p>
          This {name} expired on <DateTime at={until} />. Email us for a new one.
        </p>
      ) : (
        <p className="text-muted text-sm">
          This {name} is good until <DateTime at={until} />. If you say no, we’ll send the piece
          back to you.
        </p>
      )}
      {mayAnswer && (
        <Form method="post" className="flex flex-wrap gap-4">
          <input type="hidden" name="action" value="answer" />
          <input type="hidden" name="offer" value={nth} />
          {!isExpired && (
            <button type="submit" name="answer" value="yes" className="button button-gold">
              {yes}
            </button>
          )}
          <button type="submit" name="answer" value="no" className="button button-line">
            No, send it back
          </button>
        </Form>
      )}
    </>
  )
}
