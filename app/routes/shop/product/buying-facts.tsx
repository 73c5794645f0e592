import { Link } from 'react-router'
import { type Arrival, formatArrival, formatShortDay } from '#app/domain/orders/arrival.ts'
import type { Day } from '#app/domain/orders/ship-by.ts'
import { Unbroken } from '#app/ui/text/unbroken.tsx'

export type BuyingFacts = {
  /** `Order by Nov 23: arrives about Dec 1 to 4`, which also a page left open says rightly. */
  arrives: string | null
  shippingCost: string
  returnDays: number
}

type Promised = { today: Day; arrival: Arrival | null; shipping: { shippingCost: string } }

/** For loaders: as the page says it, so that a browser needs no calendar. */
export function buyingFacts(
  { today, arrival, shipping }: Promised,
  returnDays: number,
): BuyingFacts {
  const arrives =
    arrival && `Order by ${formatShortDay(today)}: arrives about ${formatArrival(arrival)}`
  return { arrives, shippingCost: shipping.shippingCost, returnDays }
}

/** What a buyer asks before paying: when it comes, what that costs, and the way back [FACTS-05, FACTS-06]. */
export function Facts({ arrives, shippingCost, returnDays }: BuyingFacts) {
  return (
    <ul className="mt-5 grid gap-1.5 text-sm">
      {arrives && <li className="font-medium">{arrives}</li>}
      {shippingCost && (
        <li className="wrap-anywhere">
          <Unbroken>{shippingCost}</Unbroken>
        </li>
      )}
      <li>
        <Unbroken>{`Returns within ${returnDays} ${returnDays === 1 ? 'day' : 'days'} of delivery.`}</Unbroken>{' '}
        <Link to="/terms-and-conditions" className="link">
          How returns work
        </Link>
      </li>
    </ul>
  )
}
