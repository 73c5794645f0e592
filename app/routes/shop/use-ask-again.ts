import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a page that waits for its payment asks whether it came. */
const refreshEveryMs = 2500

/** While a payment is being confirmed the page turns automatically [ORDER-03]. */
export function useAskAgain(waiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, refreshEveryMs)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}
