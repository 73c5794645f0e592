import { useEffect, useState } from 'react'
import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { save } from '../browser-storage.ts'
import { readSavedJson } from '../saved-json.ts'
import { discountCodeKey } from './saved-cart.ts'

/** As it was kept; anything else is none. */
function read(): EnteredCode | null {
  const saved = readSavedJson(discountCodeKey)
  if (typeof saved !== 'object' || saved === null || !('code' in saved)) return null
  const { code } = saved
  const email = 'email' in saved ? saved.email : undefined
  if (typeof code !== 'string' || code === '' || code.length > 100) return null
  return typeof email === 'string' && email.length <= 254 ? { code, email } : { code }
}

/** The discount code of this browser’s cart, the same in all its tabs, also after a reload [CODE-13]. */
export function useDiscountCode(): [EnteredCode | null, (code: EnteredCode | null) => void] {
  const [entered, setEntered] = useState(read)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === discountCodeKey || key === null) setEntered(read())
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  const enter = (code: EnteredCode | null) => {
    save(discountCodeKey, code && JSON.stringify(code))
    setEntered(code)
  }
  return [entered, enter]
}

/** One that the shop does not know is not sent again with every change of the cart [CODE-07]. */
export const isForgotten = ({ code }: QuoteResponse): boolean =>
  code?.problem !== undefined && !code.isKept
