import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/**
 * Loads the data of the screen again when `seen` changes, once nothing else is under way. In the
 * middle of a submit it would abort the answer, which React Router leaves as an unhandled AbortError.
 */
export function useReloadOn(seen: string): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  const last = useRef(seen)
  useEffect(() => {
    if (!isIdle || last.current === seen) return
    last.current = seen
    void revalidate()
  }, [isIdle, seen, revalidate])
}
