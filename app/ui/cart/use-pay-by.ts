import { useEffect, useState } from 'react'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { readSaved, save } from '../browser-storage.ts'
import { payByKey } from './saved-cart.ts'

/** As it was kept; anything else is the way everybody begins with. */
const read = (): PayBy => {
  const saved = readSaved(payByKey)
  return saved === 'debit' || saved === 'wire' ? saved : 'card'
}

/**
 * The way to pay that was chosen for this browser's cart, also after Back from the payment page [CART-19].
 * Where the browser keeps nothing, as long as the cart is open.
 */
export function usePayBy(): [PayBy, (payBy: PayBy) => void] {
  const [chosen, setChosen] = useState(read)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === payByKey || key === null) setChosen(read())
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  const choose = (payBy: PayBy) => {
    save(payByKey, payBy === 'card' ? null : payBy)
    setChosen(payBy)
  }
  return [chosen, choose]
}
