import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CartContents } from './cart-contents.tsx'
import { useCart } from './cart-context.tsx'

/**
 * The cart as a drawer over the page, whose address does not change [CART-01]. The browser's own
 * modal dialog keeps the focus inside, closes on Escape and gives the focus back.
 */
export function CartDrawer() {
  const { cart, close } = useCart()
  const dialog = useRef<HTMLDialogElement>(null)
  const opening = useOpenings(cart.isOpen)

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === cart.isOpen) return
    if (cart.isOpen) element.showModal()
    else element.close()
  }, [cart.isOpen])

  useEffect(() => {
    const element = dialog.current
    if (!cart.isOpen || !element) return
    // The page behind stands still, and keeps its width while its scroll bar, if any, is away.
    const page = document.documentElement
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    page.style.overflow = 'hidden'
    const onClick = (event: MouseEvent) => {
      if (event.target === element) close()
    }
    element.addEventListener('click', onClick)
    return () => {
      page.style.overflow = ''
      page.style.scrollbarGutter = ''
      element.removeEventListener('click', onClick)
    }
  }, [cart.isOpen, close])

  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer.
  useEffect(() => close, [pathname, close])

  return (
    <dialog
      ref={dialog}
      aria-labelledby="cart-heading"
      onClose={() => {
        if (!dialog.current?.open) close()
      }}
      className="m-0 ml-auto h-dvh max-h-none w-full max-w-md translate-x-full scroll-pt-20 scroll-pb-72 overscroll-contain border-line border-l bg-ground text-ink transition-[translate,display,overlay] transition-discrete duration-300 ease-out backdrop:bg-[oklch(0.12_0.01_70)]/0 backdrop:transition-[background-color] backdrop:duration-300 open:translate-x-0 open:backdrop:bg-[oklch(0.12_0.01_70)]/55 motion-reduce:transition-none starting:open:translate-x-full [@media(max-height:34rem)]:scroll-pb-0"
    >
      {/* A fresh one each time, and kept while the drawer slides shut. */}
      {opening > 0 && <CartContents key={opening} />}
    </dialog>
  )
}

/** How many times it has been opened so far. */
function useOpenings(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen: false, count: 0 })
  if (state.isOpen !== isOpen) setState({ isOpen, count: state.count + (isOpen ? 1 : 0) })
  return state.count
}
