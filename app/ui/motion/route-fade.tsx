import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** As long as the animation in motion.css. */
const fadeMs = 600

/**
 * Lies over the page for 600 ms after each change of route [NAV-13]. Never on the first page, whose
 * paint it would delay.
 */
export function RouteFade() {
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ pathname, fading: false })
  if (shown.pathname !== pathname) setShown({ pathname, fading: true })

  useEffect(() => {
    if (!shown.fading) return
    const over = setTimeout(() => setShown({ pathname: shown.pathname, fading: false }), fadeMs)
    return () => clearTimeout(over)
  }, [shown])

  return shown.fading ? (
    <div key={shown.pathname} className="route-fade" aria-hidden="true" />
  ) : null
}
