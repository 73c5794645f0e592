import { Link, NavLink } from 'react-router'
import { brand } from '#brand'
import { CartToggle } from './cart-toggle.tsx'
import { Dropdown } from './dropdown.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import type { Entry, Menu } from './navigation.ts'

type Props = { items: readonly (Entry | Menu)[]; testPayments: boolean }

/** The bar on top of every page, 4rem tall; what sticks below it sticks there [NAV-01, LIST-04]. */
export function Bar({ items, testPayments }: Props) {
  return (
    <header className="pt-16">
      <div className="fixed inset-x-0 top-0 z-40 h-16 border-b border-line bg-ground">
        <div className="mx-auto flex h-full w-full max-w-6xl items-center justify-between px-5 md:px-8">
          <Link to="/" className="flex items-center gap-3 py-2">
            <span className="font-display text-2xl font-semibold tracking-tight whitespace-nowrap">
              {brand.name}
            </span>
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
      {testPayments && (
        <p className="border-b border-line px-5 py-1.5 text-center text-xs text-muted">
          Test payments: no card is charged
        </p>
      )}
    </header>
  )
}
