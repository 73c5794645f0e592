import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { brand } from '#brand'
import { Part } from './order-section.tsx'

/**
 * Where an order that is ready is picked up, and the code that the buyer shows there [PICKUP-02]. `code`: empty
 * where staff look.
 */
export function Pickup({ code, place }: { code: string; place: OrderPage['pickupPlace'] }) {
  return (
    <Part heading="Ready for pickup">
      {code === '' ? (
        <p>The pickup code isn’t shown in a browser that’s signed in as staff.</p>
      ) : (
        <>
          <p>
            Your pickup code: <strong className="unbroken text-xl">{formatPickupCode(code)}</strong>
          </p>
          <p>Show this code when you pick up your order. Keep it private until then.</p>
        </>
      )}
      <PickupPlace place={place} />
    </Part>
  )
}

/** As the setting has it; the address of the shop where none was saved. */
export function PickupPlace({ place }: { place: OrderPage['pickupPlace'] }) {
  const { address, hours, closed, name } = brand
  return (
    <address className="whitespace-pre-line not-italic wrap-anywhere">
      {(place ? [name, place.address, place.hours] : [name, addressLine(address), hours, closed])
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
    </address>
  )
}
