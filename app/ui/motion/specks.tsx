import { type CSSProperties, useEffect, useState } from 'react'
import { whenIdle } from '../when-idle.ts'

/**
 * Scattered evenly whatever their number: steps of the golden ratio never meet. `place` is the share
 * of the page's margin between the edge of the screen and the speck; motion.css says on which side.
 */
const specks = Array.from({ length: 50 }, (_, at) => ({
  place: (0.1 + 0.6 * ((at * 0.61803) % 1)).toFixed(3),
  top: `${((at * 38.47 + 8) % 100).toFixed(1)}%`,
  size: [2, 1, 3, 1.5][at % 4],
  /** Begun already, each at its own moment. */
  delay: `${-((at * 7.3) % 29).toFixed(1)}s`,
}))

type Style = CSSProperties & { '--place': string }

/** Fifty at once would hold up a slow phone by a tenth of a second. */
const handful = 10

/** They come by the handful whenever the browser has nothing better to do. */
export function Specks() {
  const [here, setHere] = useState(handful)
  useEffect(() => {
    if (here < specks.length) return whenIdle(() => setHere(here + handful))
  }, [here])
  return specks
    .slice(0, here)
    .map(({ place, top, size, delay }) => (
      <i
        key={place}
        style={{ '--place': place, top, width: size, height: size, animationDelay: delay } as Style}
      />
    ))
}
