import { ChevronDown } from 'lucide-react'
import { NavLink } from 'react-router'
import type { Menu } from './navigation.ts'
import { useMenu } from './use-menu.ts'

/** A menu of the bar. `name` is shared by all of them, so that a browser keeps one open at a time. */
export function Dropdown({ menu }: { menu: Menu }) {
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
