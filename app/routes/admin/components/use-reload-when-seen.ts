import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/**
 * Loads the data of the page again when its tab is seen again: what was done in another tab, such as a print, has
 * changed it [CERT-15]. Not in the middle of a submit, whose answer it would abort.
 */
export function useReloadWhenSeen(): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  useEffect(() => {
    const onVisible = () => {
      if (isIdle && document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
    }
  }, [isIdle, revalidate])
}
