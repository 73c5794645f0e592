import type { ReactNode } from 'react'
import { CartProvider } from '../cart/cart-context.tsx'
import { CartDrawer } from '../cart/cart-drawer.tsx'
import { GoldPriceProvider } from '../gold-price/gold-price-context.tsx'
import { Dust } from '../motion/dust.tsx'
import { RouteFade } from '../motion/route-fade.tsx'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import { Main } from './main.tsx'
import { barItems } from './navigation.ts'
import { useRootData } from './root-data.ts'

type Props = { topics: readonly { id: string; label: string }[]; children: ReactNode }

/** What is around every public page, errors included: bar, foot, cart, gold price, motion. */
export function Frame({ topics, children }: Props) {
  const data = useRootData()
  return (
    <GoldPriceProvider initial={data?.gold ?? null}>
      <CartProvider>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <Dust />
        <Bar items={barItems(topics)} notices={data?.notices ?? ''} />
        <Main className="min-h-[60vh]">{children}</Main>
        {/* An error page has no data from the root. */}
        <Footer year={data?.year ?? new Date().getFullYear()} />
        <CartDrawer />
        <RouteFade />
      </CartProvider>
    </GoldPriceProvider>
  )
}
