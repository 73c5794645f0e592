import { type RefObject, useEffect, useRef } from 'react'
import type { Search } from './search.ts'

/**
 * After another search or filter the beginning of the results, or the sentence that there are none,
 * is in view [LIST-18]. Where it is already, nothing moves.
 */
export function useResultsInView({ q, category }: Search): RefObject<HTMLElement | null> {
  const results = useRef<HTMLElement>(null)
  const asked = `${category} ${q.trim()}`
  const last = useRef(asked)
  useEffect(() => {
    if (last.current === asked) return
    last.current = asked
    const section = results.current
    if (section && !beginsInView(section)) {
      section.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }, [asked])
  return results
}

/** Between the filters above and the middle of the screen. */
function beginsInView(section: HTMLElement): boolean {
  const { top } = section.getBoundingClientRect()
  const below = document.querySelector('main search')?.getBoundingClientRect().bottom ?? 0
  return top >= below - 1 && top <= window.innerHeight / 2
}
