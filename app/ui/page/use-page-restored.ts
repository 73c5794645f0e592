import { useEffect, useEffectEvent } from 'react'

/** Runs when the Back button shows this page again as it was left, e.g. from the payment page. */
export function usePageRestored(onRestored: () => void): void {
  const restored = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) onRestored()
  })
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => restored(event)
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
}
