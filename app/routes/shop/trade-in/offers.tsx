import type { TradeInOffers } from '#app/.server/trade-ins/queries/trade-in-offers.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import { useFieldErrors, useSent } from '#app/ui/forms/form-fields.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'

type Offer = TradeInOffers['offers'][number]

const names: Record<TradeInKind, { name: string; sum: string }> = {
  recast: { name: 'Recast it', sum: 'Estimated price' },
  exchange: { name: 'Exchange it', sum: 'Estimated credit' },
  'sell-back': { name: 'Sell it back', sum: 'Estimated payment' },
}

type Props = {
  offers: readonly Offer[]
  /** The certificate’s id, where a page has the offers of several pieces. */
  of?: string
  /** Nothing can be chosen now. */
  isClosed?: boolean
}

/** What the shop does with a piece that comes back, each with its sum and how it comes about [TRADE-50]. */
export function Offers({ offers, of = '', isClosed = false }: Props) {
  const problem = useFieldErrors().kind
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={problem ? `kind-error${of}` : undefined}
      disabled={isClosed}
    >
      <legend className="sr-only">What would you like us to do with the piece?</legend>
      {problem && (
        <p id={`kind-error${of}`} className="mb-3 text-alert">
          {problem}
        </p>
      )}
      <ul>
        {offers.map((offer) => (
          <li key={offer.kind} className="border-line border-t">
            <OfferRow offer={offer} of={of} isClosed={isClosed} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type RowProps = { offer: Offer; of: string; isClosed: boolean }

function OfferRow({ offer, of, isClosed }: RowProps) {
  const { kind, amount, how, depends, holds, differs } = offer
  const { name, sum } = names[kind]
  const sent = useSent()
  const id = `offer-${kind}${of}`
  const head = (
    <span className="block min-w-0">
      <span className="block font-display text-2xl leading-tight">{name}</span>
      {amount === null ? (
        <span className="mt-2 block">We’ll quote a price after we see it</span>
      ) : (
        <>
          <span className="mt-2 block text-muted text-sm">{sum}</span>
          <span className="block font-display text-[2.125rem] leading-tight">
            {formatCents(amount)}
          </span>
        </>
      )}
    </span>
  )
  return (
    <div className="grid gap-x-8 gap-y-3 py-6 sm:grid-cols-[14rem_minmax(0,1fr)]">
      {isClosed ? (
        head
      ) : (
        <label className="-my-2 flex cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="kind"
            value={kind}
            required
            defaultChecked={sent.kind === kind}
            aria-describedby={id}
            className="mt-1.5 size-5 shrink-0 accent-gold-deep"
          />
          {head}
        </label>
      )}
      <div id={id} className={`grid content-start gap-2 ${isClosed ? '' : 'max-sm:pl-8'}`}>
        <p>
          <Unbroken>{how}</Unbroken>
        </p>
        {[depends, holds, differs].map((sentence) => (
          <p key={sentence} className="text-muted text-sm">
            <Unbroken>{sentence}</Unbroken>
          </p>
        ))}
      </div>
    </div>
  )
}
