import { useState } from 'react'
import { useLocation } from 'react-router'
import { firstSize, type ShownSize } from '#app/domain/catalog/gold-size.ts'
import { sizeOfKey } from '#app/domain/catalog/size-key.ts'

/**
 * The chosen size: that of the address, else the first that can be bought; then the one that is clicked,
 * which the address follows in its place, so that a copied link, a reload and Back find it again
 * [SIZEURL-06]. The router is not told: the page has all sizes, and nothing must be loaded or
 * scrolled.
 */
export function useChosenSize<Size extends ShownSize>(
  sizes: readonly Size[],
  ofAddress: string | null | undefined,
) {
  const { key: visit } = useLocation()
  const [choice, setChoice] = useState({ visit, key: ofAddress ?? null })
  // Led to this page again, by a link or by Back.
  if (choice.visit !== visit) setChoice({ visit, key: ofAddress ?? null })
  return {
    size: sizeOfKey(sizes, choice.key) ?? firstSize(sizes),
    choose(key: string) {
      setChoice({ visit, key })
      if (ofAddress !== undefined) showInAddress(key)
    },
  }
}

function showInAddress(key: string) {
  const address = new URL(window.location.href)
  address.searchParams.set('size', key)
  try {
    window.history.replaceState(window.history.state, '', address)
  } catch {
    // Safari allows a hundred changes in half a minute; the choice still counts.
  }
}
