import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The visitor's time zone; null on the server and until the browser has taken over. */
export function useZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}
