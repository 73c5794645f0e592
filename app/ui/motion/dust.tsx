import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** Scattered evenly whatever their number: steps of the golden ratio never meet. */
const specks = Array.from({ length: 50 }, (_, at) => ({
  left: `${((at * 61.803) % 100).toFixed(1)}%`,
  top: `${((at * 38.47 + 8) % 100).toFixed(1)}%`,
  size: [2, 1, 3, 1.5][at % 4],
  /** Begun already, each at a moment of its own. */
  delay: `${-((at * 7.3) % 29).toFixed(1)}s`,
}))

/** Fifty at once would hold up a slow phone by a tenth of a second. */
const handful = 10

/**
 * Gold dust behind the page [NAV-12]: decoration, moved by motion.css alone. It comes by the handful
 * whenever the browser has nothing better to do, so that it delays neither picture, price nor press.
 */
export function Dust() {
  const [here, setHere] = useState(0)
  useEffect(() => {
    if (here < specks.length) return whenIdle(() => setHere(here + handful))
  }, [here])
  return (
    <div className="dust" aria-hidden="true">
      {specks.slice(0, here).map(({ left, top, size, delay }) => (
        <i key={left} style={{ left, top, width: size, height: size, animationDelay: delay }} />
      ))}
    </div>
  )
}
