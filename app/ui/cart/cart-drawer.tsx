import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { whenIdle } from '../when-idle.ts'
import { useCart } from './cart-context.tsx'
import { usePaidCart } from './use-paid-cart.ts'

/**
 * The cart as a drawer over the page, whose address does not change [CART-01]. The browser's own
 * modal dialog keeps the focus inside, closes on Escape and gives the focus back. It opens once its
 * contents are there, so that the focus has somewhere to go.
 */
export function CartDrawer() {
  const { cart, close } = useCart()
  usePaidCart()
  const dialog = useRef<HTMLDialogElement>(null)
  const Contents = useContents(cart.isOpen)
  const isOpen = cart.isOpen && Contents !== null
  const opening = useOpenings(isOpen)

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === isOpen) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])

  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    // The page behind stands still, and keeps its width while its scroll bar, if any, is away.
    const page = document.documentElement
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    page.style.overflow = 'hidden'
    const listening = new AbortController()
    element.addEventListener('click', ({ target }) => target === element && close(), listening)
    // The close event comes a moment after the dialog has closed, and would undo what was pressed in
    // between, such as Add to Cart. React does not listen for this event on a hydrated dialog.
    element.addEventListener(
      'beforetoggle',
      ({ newState }) => newState === 'closed' && close(),
      listening,
    )
    return () => {
      page.style.overflow = ''
      page.style.scrollbarGutter = ''
      listening.abort()
    }
  }, [isOpen, close])

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
      className="cart-drawer"
    >
      {/* A fresh one each time, and kept while the drawer slides shut. */}
      {opening > 0 && Contents && <Contents key={opening} />}
    </dialog>
  )
}

/** How many times it has been opened so far. */
function useOpenings(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen: false, count: 0 })
  if (state.isOpen !== isOpen) setState({ isOpen, count: state.count + (isOpen ? 1 : 0) })
  return state.count
}

/** Fetched when the browser is idle, or at once when the cart is opened before; null until then. */
function useContents(isOpen: boolean): ComponentType | null {
  const [Contents, setContents] = useState<ComponentType | null>(null)
  const isHere = Contents !== null
  useEffect(() => {
    if (isHere) return
    let left = false
    const load = async () => {
      const loaded = await import('./cart-contents.tsx').catch(() => null)
      if (loaded) setContents(() => loaded.CartContents)
      else if (isOpen && !left) setContents(() => NotLoaded)
    }
    const cancel = isOpen ? void load() : whenIdle(load)
    return () => {
      left = true
      cancel?.()
    }
  }, [isOpen, isHere])
  return Contents
}

/** The connection was lost, or the shop was renewed since this page was opened. */
function NotLoaded() {
  const { close } = useCart()
  return (
    <div className="grid min-h-full content-center justify-items-center gap-6 px-7 text-center">
      <h2 id="cart-heading" className="text-3xl">
        Your cart
      </h2>
      <p>The cart couldn’t be loaded. Everything in it is saved.</p>
      <button type="button" onClick={() => location.reload()} className="button button-gold">
        Reload the Page
      </button>
      <button type="button" onClick={close} className="link">
        Close
      </button>
    </div>
  )
}
