import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../when-idle.ts'

/**
 * Gold dust beside the page [NAV-12]: decoration, moved by motion.css alone. It is fetched and drawn
 * when the browser has nothing better to do, so that it delays neither picture, price nor press.
 */
export function Dust() {
  const [Specks, setSpecks] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        const drawn = import('./specks.tsx').then((loaded) => setSpecks(() => loaded.Specks))
        // Where they cannot be had, there are none.
        drawn.catch(() => {})
      }),
    [],
  )
  return (
    <div className="dust" aria-hidden="true">
      {Specks && <Specks />}
    </div>
  )
}
