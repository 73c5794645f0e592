import { useEffect, useState } from 'react'

/**
 * The server's clock in an open page, in milliseconds: `now` as a loader gave it, and the time that
 * has passed since. A computer whose own clock is wrong shows no wrong ages and countdowns by it.
 */
export function useServerClock(now: string, everyMs: number): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 })
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(
      () => setPassed({ since: now, ms: performance.now() - began }),
      everyMs,
    )
    return () => clearInterval(timer)
  }, [now, everyMs])
  return new Date(now).getTime() + (passed.since === now ? passed.ms : 0)
}

/** `just now`, `3 minutes ago`, `2 hours ago`, `5 days ago`; what lies ahead is `just now`. */
export function formatAge(at: string, now: number): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return ago(minutes, 'minute')
  if (minutes < 48 * 60) return ago(Math.floor(minutes / 60), 'hour')
  return ago(Math.floor(minutes / (24 * 60)), 'day')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
