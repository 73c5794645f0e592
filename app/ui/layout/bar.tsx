import { ChevronDown, ShoppingBag } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { pieces } from '#app/domain/cart/cart.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { brand } from '#brand'
import { useCart } from '../cart/cart-context.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import type { Entry, Menu } from './navigation.ts'
import { useMenu } from './use-menu.ts'

type Props = {
  items: readonly (Entry | Menu)[]
  /** HTML; see content/notices-html.ts. */
  notices: string
}

/** The bar on top of every page, 4rem tall; what sticks below it sticks there [NAV-01, LIST-04]. */
export function Bar({ items, notices }: Props) {
  return (
    <header className="pt-16 print:hidden">
      <div className="fixed inset-x-0 top-0 z-40 h-16 border-b border-line bg-ground">
        <div className="frame flex h-full items-center justify-between">
          <Link to="/" className="flex items-center gap-3 py-2">
            <span className="bar-name">{brand.name}</span>
            <span className="hallmark max-sm:hidden">{brand.mark}</span>
          </Link>
          <div className="flex items-center">
            <nav aria-label="Main" className="max-lg:hidden">
              <ul className="flex items-center">
                {items.map((item) => (
                  <li key={item.label}>
                    {'to' in item ? (
                      <NavLink to={item.to} prefetch="intent" className="bar-link">
                        {item.label}
                      </NavLink>
                    ) : (
                      <Dropdown menu={item} />
                    )}
                  </li>
                ))}
              </ul>
            </nav>
            <CartToggle />
            <nav aria-label="Main, small screens" className="lg:hidden">
              <MobileMenu items={items} />
            </nav>
          </div>
        </div>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of escaped text, in notices-html.ts. */}
      <div dangerouslySetInnerHTML={{ __html: notices }} />
    </header>
  )
}

/** A menu of the bar. `name` is shared by all of them, so that a browser keeps one open at a time. */
function Dropdown({ menu }: { menu: Menu }) {
  const menuProps = useMenu()
  return (
    <details {...menuProps} name="bar-menu" className="group relative">
      <summary className="bar-link">
        {menu.label}
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.5}
          className="size-4 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="absolute top-[calc(100%+0.5625rem)] -left-2 min-w-64 border border-line bg-raised py-2">
        {menu.entries.map((entry) => (
          <li key={entry.to}>
            <NavLink to={entry.to} end prefetch="intent" className="menu-link">
              {entry.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Opens and closes the cart, and shows how many pieces are in it. */
function CartToggle() {
  const { cart, toggle } = useCart()
  const count = pieces(cart.items)
  return (
    <button
      type="button"
      onClick={toggle}
      aria-expanded={cart.isOpen}
      aria-haspopup="dialog"
      aria-label={`Cart, ${count} ${count === 1 ? 'piece' : 'pieces'}`}
      className="bar-link bar-end needs-script relative"
    >
      <ShoppingBag aria-hidden="true" strokeWidth={1.5} className="size-5" />
      {count > 0 && (
        // Laid over the bar, so that a restored cart moves nothing.
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-gold px-1 text-[0.6875rem] leading-none text-on-gold"
        >
          <LiveValue>{count}</LiveValue>
        </span>
      )}
    </button>
  )
}
