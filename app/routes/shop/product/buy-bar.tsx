import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LiveValue } from '#app/ui/text/live-value.tsx'

type BuyBarProps = {
  /** The buttons it stands in for. */
  buttons: RefObject<HTMLElement | null>
  /** `Small · 14.7 g` */
  size: string
  price: string
  onAdd: () => void
}

/**
 * Size, price and Add to Cart at the foot of a small screen, once its own buttons were scrolled past
 * [FACTS-10]. It moves nothing: `buy-bar-room` keeps as much of the page's end free (app.css).
 */
export function BuyBar({ buttons, size, price, onAdd }: BuyBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isPast = useScrolledPast(buttons, () => {
    // The bar goes, and the button in it: its twin takes the focus.
    if (!bar.current?.contains(document.activeElement)) return
    buttons.current?.querySelector<HTMLElement>('button:last-child')?.focus({ preventScroll: true })
  })
  return (
    <>
      <span hidden className="buy-bar-room" />
      {isPast && (
        <section
          ref={bar}
          aria-label="Buy this piece"
          className="buy-bar fixed inset-x-0 bottom-0 z-20 items-center justify-between gap-4 border-line border-t bg-ground px-5 py-2.5 print:hidden"
        >
          <p className="min-w-0 leading-snug">
            <span className="block truncate text-muted text-sm">{size}</span>
            <LiveValue className="font-medium">{price}</LiveValue>
          </p>
          <button type="button" onClick={onAdd} className="button button-gold shrink-0">
            Add to Cart
          </button>
        </section>
      )}
    </>
  )
}

/** Whether it lies above what is seen of the page: under the shop's bar, or higher. */
function useScrolledPast(element: RefObject<HTMLElement | null>, onBack: () => void): boolean {
  const [isPast, setIsPast] = useState(false)
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        // Above, not merely unseen: in a frame, or while a window is resized, the margin below may not count.
        const isAbove = !last.isIntersecting && last.boundingClientRect.bottom < barHeight
        if (!isAbove) back()
        setIsPast(isAbove)
      },
      // All that is below counts as seen, or a jump from above to below would go unnoticed.
      { rootMargin: `-${barHeight}px 0px 99999px` },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isPast
}

/** Of the shop's bar, in CSS pixels: `pt-16` of bar.tsx. */
const barHeight = 64
