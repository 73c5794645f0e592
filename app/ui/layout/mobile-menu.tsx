import { MenuIcon, X } from 'lucide-react'
import { NavLink } from 'react-router'
import type { Entry, Menu } from './navigation.ts'
import { useMenu } from './use-menu.ts'

/** The bar's items on small screens, all of them open to the eye [NAV-07]. */
export function MobileMenu({ items }: { items: readonly (Entry | Menu)[] }) {
  const menuProps = useMenu()
  return (
    <details {...menuProps} className="mobile-menu group/menu">
      <summary className="bar-link bar-end">
        <MenuIcon aria-hidden="true" strokeWidth={1.5} className="size-5 group-open/menu:hidden" />
        <X aria-hidden="true" strokeWidth={1.5} className="hidden size-5 group-open/menu:block" />
        Menu
      </summary>
      <ul className="fixed inset-x-0 top-16 bottom-0 overflow-y-auto overscroll-contain border-t border-line bg-ground px-5 pt-2 pb-12 md:px-8">
        {items.map((item) => (
          <li key={item.label} className="border-b border-line last:border-0">
            {'to' in item ? (
              <NavLink to={item.to} className="menu-link menu-link-large">
                {item.label}
              </NavLink>
            ) : (
              <Group menu={item} />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Group({ menu }: { menu: Menu }) {
  return (
    <>
      <p className="pt-4 pb-1 font-display text-2xl">{menu.label}</p>
      <ul className="pb-3 sm:columns-2">
        {menu.entries.map((entry) => (
          <li key={entry.to}>
            <NavLink to={entry.to} end className="menu-link text-muted">
              {entry.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}
