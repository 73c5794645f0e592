import { useRef, useState } from 'react'
import type { OfferedShipping } from '#app/domain/shipping/offered-shipping.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { useDelivery } from './use-delivery.ts'

/** The delivery that was chosen, and what its fields show: without a country nothing is checked out. */
export function useDeliveryField(offered: OfferedShipping | undefined) {
  const [chosen, choose] = useDelivery(offered)
  const country = useRef<HTMLSelectElement>(null)
  /** In this opening of the cart. */
  const hasChosen = useRef(false)
  /** Checkout was pressed without a country. */
  const [problem, setProblem] = useState(false)
  const needsCountry = chosen?.method === 'international' && !chosen.country
  return {
    ...{ chosen, needsCountry, country, hasChosen, problem },
    /** The price stays held while a country is chosen. */
    delivery: needsCountry ? null : chosen,
    choose: (choice: ShippingChoice | null) => {
      hasChosen.current = true
      setProblem(false)
      choose(choice)
    },
    /** Leads to the field of the country, if that is missing. */
    asksForCountry: () => {
      setProblem(needsCountry)
      if (needsCountry) country.current?.focus()
      return needsCountry
    },
  }
}
