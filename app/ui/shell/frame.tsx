import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CartProvider } from '../cart/cart-context.tsx'
import { CartDrawer } from '../cart/cart-drawer.tsx'
import { GoldPriceProvider } from '../gold/gold-price-context.tsx'
import { Dust } from '../motion/dust.tsx'
import { RouteFade } from '../motion/route-fade.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import { barItems } from './navigation.ts'
import { shownFrom, useRootData } from './root-data.ts'

type Props = { topics: readonly { id: string; label: string }[]; children: ReactNode }

/** What stands around every public page, errors included: bar, foot, cart, gold price, motion. */
export function Frame({ topics, children }: Props) {
  const data = useRootData()
  return (
    <GoldPriceProvider initial={shownFrom(data)}>
      <CartProvider>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <Dust />
        <Bar items={barItems(topics)} testPayments={data?.testPayments ?? false} />
        <Main>{children}</Main>
        <Footer year={data?.year ?? new Date().getUTCFullYear()} />
        <CartDrawer />
        <RouteFade />
      </CartProvider>
    </GoldPriceProvider>
  )
}

/** Takes the focus at each new page, so that keyboard and screen reader begin there. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" ref={main} tabIndex={-1} className="min-h-[60vh] outline-none">
      {children}
    </main>
  )
}
