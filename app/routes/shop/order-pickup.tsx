import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { brand } from '#brand'

/**
 * Where an order that is ready is picked up, and the code that the buyer shows there [PICKUP-02]. `code`: empty
 * where staff look.
 */
export function Pickup({ code, place }: { code: string; place: OrderPage['pickupPlace'] }) {
  return (
    <section
      aria-labelledby="pickup-heading"
      className="mb-12 grid gap-x-12 gap-y-6 border border-gold px-5 py-6 sm:grid-cols-2 sm:px-10"
    >
      <div className="grid content-start gap-1.5">
        <h2 id="pickup-heading" className="text-2xl">
          Pickup code
        </h2>
        {code === '' ? (
          <p>The pickup code isn’t shown in a browser that’s signed in as staff.</p>
        ) : (
          <>
            <p className="unbroken font-display text-5xl">{formatPickupCode(code)}</p>
            <p className="text-muted text-sm">Keep it private until then.</p>
          </>
        )}
      </div>
      <div className="grid content-start gap-1.5">
        <h2 className="text-2xl">Where to pick it up</h2>
        <PickupPlace place={place} />
      </div>
    </section>
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
