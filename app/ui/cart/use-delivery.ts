import { useEffect, useState } from 'react'
import type { OfferedShipping } from '#app/domain/shipping/offered-shipping.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { readSaved, save } from '../browser-storage.ts'
import { deliveryKey } from './saved-cart.ts'

/** Kept as the method, or `DE` where that country is chosen. */
const read = () => readSaved(deliveryKey) ?? ''

/**
 * null: standard, also where what was kept is no longer offered. Of a country that is not, the cart asks for
 * another one: the buyer is not in the United States.
 */
function choiceOf(saved: string, offered: OfferedShipping | undefined): ShippingChoice | null {
  if (saved === 'express' || saved === 'pickup') return offered?.[saved] ? { method: saved } : null
  if (saved === '' || !offered?.international) return null
  const isOffered = offered.international.countries.includes(saved)
  return { method: 'international', ...(isOffered && { country: saved }) }
}

/** The delivery that was chosen for this browser’s cart, the same in all its tabs [SHIPPING-06]. */
export function useDelivery(
  offered: OfferedShipping | undefined,
): [ShippingChoice | null, (choice: ShippingChoice | null) => void] {
  const [saved, setSaved] = useState(read)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === deliveryKey || key === null) setSaved(read())
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  const choose = (choice: ShippingChoice | null) => {
    const kept = choice && (choice.country ?? choice.method)
    save(deliveryKey, kept)
    setSaved(kept ?? '')
  }
  return [choiceOf(saved, offered), choose]
}
