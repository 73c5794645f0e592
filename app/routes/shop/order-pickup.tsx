import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { brand } from '#brand'
import { Part } from './order-section.tsx'

/** Where an order that is ready is picked up, and the code that the buyer shows there [PICKUP-02]. */
export function Pickup({ code }: { code: string }) {
  return (
    <Part heading="Ready for pickup">
      <p>
        Your pickup code: <strong className="unbroken text-xl">{formatPickupCode(code)}</strong>
      </p>
      <p>Show this code when you pick up your order. Keep it private until then.</p>
      <address className="not-italic wrap-anywhere">
        {[brand.name, addressLine(brand.address), brand.hours, brand.closed]
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
      </address>
    </Part>
  )
}
