import type { ReactNode } from 'react'
import { countryName } from '#app/domain/address/country-name.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { OfferedShipping } from '#app/domain/shipping/offered-shipping.ts'
import type { ShippingChoice, ShippingMethod } from '#app/domain/shipping/shipping-method.ts'
import type { useDeliveryField } from './use-delivery-field.ts'

type Props = Pick<
  ReturnType<typeof useDeliveryField>,
  'chosen' | 'needsCountry' | 'country' | 'problem'
> & {
  offered: OfferedShipping & { standardTime: string }
  onChoose: (choice: ShippingChoice | null) => void
  disabled: boolean
}

/** How the cart is delivered, where more than standard shipping is offered [SHIPPING-06]. */
export default function DeliveryField({
  offered,
  chosen,
  needsCountry,
  onChoose,
  ...props
}: Props) {
  const method = chosen?.method ?? 'standard'
  const choose = (next: ShippingMethod) => onChoose(next === 'standard' ? null : { method: next })
  const way = { method, choose }
  const { express, international, pickup, standardTime } = offered
  return (
    <fieldset disabled={props.disabled} className="mx-5 my-6 border border-line sm:mx-7">
      <legend className="ml-3 px-1 font-medium">Delivery</legend>
      <Way {...way} value="standard" name="Standard shipping" price="Free">
        {standardTime && <span className="block">{standardTime}</span>}
        In the United States
      </Way>
      {express && (
        <Way {...way} value="express" name="Express shipping" price={rateText(express.rate)}>
          {express.text}
        </Way>
      )}
      {international && (
        <Way
          {...{ ...way, value: 'international', name: 'International shipping' }}
          price={rateText(international.rate)}
        >
          {international.text}
        </Way>
      )}
      {international && method === 'international' && (
        <div className="border-line border-b bg-raised py-3 pr-4 pl-11 text-sm last:border-b-0">
          <label htmlFor="delivery-country">Country</label>
          <select
            ref={props.country}
            id="delivery-country"
            aria-describedby={needsCountry ? 'delivery-country-note' : undefined}
            aria-invalid={needsCountry && props.problem ? true : undefined}
            value={chosen?.country ?? ''}
            onChange={({ target }) =>
              onChoose({ method: 'international', ...(target.value && { country: target.value }) })
            }
            className="input mt-1"
          >
            <option value="">Choose a country</option>
            {byName(international.countries).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          {needsCountry && (
            <p
              id="delivery-country-note"
              className={`field-note ${props.problem ? 'text-alert' : 'text-muted'}`}
            >
              Please choose the country to ship to.
            </p>
          )}
        </div>
      )}
      {pickup && (
        <Way {...way} value="pickup" name="Pickup" price="Free">
          {pickup.address}
          <span className="block">{pickup.hours}</span>
        </Way>
      )}
    </fieldset>
  )
}

type WayProps = {
  value: ShippingMethod
  name: string
  price: string
  method: ShippingMethod
  choose: (method: ShippingMethod) => void
  children: ReactNode
}

function Way({ value, name, price, method, choose, children }: WayProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 border-line border-b px-4 py-3 last:border-b-0 has-checked:bg-raised has-[[value=international]:checked]:border-b-0 has-[[value=international]:checked]:pb-0">
      <input
        type="radio"
        name="delivery"
        value={value}
        checked={method === value}
        onChange={() => choose(value)}
        className="mt-1 size-4 shrink-0 accent-gold"
        aria-describedby={`delivery-${value}`}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">{name}</span>
          <span>{price}</span>
        </span>
        <span
          id={`delivery-${value}`}
          className="mt-0.5 block whitespace-pre-line text-muted text-sm wrap-anywhere"
        >
          {children}
        </span>
      </span>
    </label>
  )
}

const rateText = (rate: Cents) => (rate === 0 ? 'Free' : formatCents(rate))

const byName = (codes: readonly string[]) =>
  codes
    .map((code) => [code, countryName(code)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en-US'))
