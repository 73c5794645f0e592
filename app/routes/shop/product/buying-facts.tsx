import { Link } from 'react-router'
import type { Product } from '#app/domain/catalog/product.ts'
import { type Arrival, formatArrival, formatShortDay } from '#app/domain/fulfillment/arrival.ts'
import { finalBeforeSale } from '#app/domain/returns/final-sale.ts'
import type { Day } from '#app/domain/time/day.ts'
import { returnsTerms } from '#app/ui/layout/navigation.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { brand } from '#brand'

export type BuyingFacts = {
  /** `Order by Nov 23 for estimated delivery Dec 1–4`, which also a page left open says rightly. */
  arrives: { orderBy: string; expected: string } | null
  shipping: string[]
  returns: string
}

type Promised = {
  today: Day
  arrival: Arrival | null
  shipping: { processingTime: string; shippingTime: string; shippingCost: string }
}

/** For loaders: as the page says it, so that a browser needs no calendar. */
export function buyingFacts(
  { today, arrival, shipping }: Promised,
  terms: Terms,
  product: Pick<Product, 'finalSale' | 'usOnly' | 'engraving'>,
): BuyingFacts {
  const { processingTime, shippingTime, shippingCost } = shipping
  return {
    arrives: arrival && { orderBy: formatShortDay(today), expected: formatArrival(arrival) },
    shipping: [
      `Processing time: ${processingTime}`,
      `Shipping time: ${shippingTime}`,
      shippingCost,
      product.usOnly ? 'Ships to US addresses only.' : '',
    ].filter(Boolean),
    returns: returnsOf(terms, product),
  }
}

type Terms = { returnDays: number; takesEngraved: boolean }

/** Where a piece cannot be returned, or not once it was engraved, its page says so [FACTS-06, RETURN-14]. */
function returnsOf(
  { returnDays, takesEngraved }: Terms,
  { finalSale, engraving }: Pick<Product, 'finalSale' | 'engraving'>,
): string {
  if (finalSale) return finalBeforeSale
  const within = `Returns within ${returnDays} ${returnDays === 1 ? 'day' : 'days'} of delivery`
  return engraving && !takesEngraved ? `${within}. Engraved pieces are final sale.` : `${within}.`
}

type Props = BuyingFacts & {
  /** Otherwise nothing is promised. */
  canBeBought: boolean
}

/**
 * What a buyer asks before paying: when it comes, what that costs, how safely, and the way back
 * [FACTS-05, FACTS-06].
 * The lines on shipping in the exact words of SHIP-05, and nowhere else on the page.
 */
export function ShippingFacts({ arrives, shipping, returns, canBeBought }: Props) {
  return (
    <section aria-labelledby="shipping" className="piece-shipping">
      <h2 id="shipping" className="font-medium font-sans text-sm">
        Shipping Information
      </h2>
      <ul>
        {canBeBought && arrives && (
          <li className="wide font-medium text-gold-deep">
            Order by <span className="unbroken">{arrives.orderBy}</span> for estimated delivery{' '}
            <span className="unbroken">{arrives.expected}</span>
          </li>
        )}
        {shipping.map((line) => (
          <li key={line}>
            <ShippingLine line={line} />
          </li>
        ))}
        {canBeBought && (
          <li className="wide text-muted">
            {brand.parcels && <Unbroken>{`${brand.parcels} `}</Unbroken>}
            <Unbroken>{returns}</Unbroken> {returns !== finalBeforeSale && brand.returnShipping}{' '}
            <Link to={returnsTerms} className="link inline-block">
              How returns work
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/** `Processing time:` above what it is. */
function ShippingLine({ line }: { line: string }) {
  const [, name = '', value = line] = /^([^:]{1,20}: )(.+)$/.exec(line) ?? []
  return (
    <>
      {name && <b>{name}</b>}
      <Unbroken>{value}</Unbroken>
    </>
  )
}
