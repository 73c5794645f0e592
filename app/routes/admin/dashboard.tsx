import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'

const tabs = [
  ['/admin/dashboard', 'Products'],
  ['/admin/dashboard/gold-price', 'Gold Price'],
  ['/admin/dashboard/orders', 'Orders'],
  ['/admin/dashboard/woocommerce', 'WooCommerce'],
  ['/admin/dashboard/paracord', 'Paracord Options'],
  ['/admin/dashboard/shipping', 'Shipping'],
  ['/admin/dashboard/debug', 'Debug'],
] as const

/** Each tab is an address of its own, so that reload, back and links work [ADM-01]. */
export default function Dashboard() {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the bar scrolls in itself; the tab one is on stands in its middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, another tab.
  useEffect(() => {
    const tab = bar.current?.querySelector('[aria-current="page"]')
    if (!bar.current || !tab) return
    const [around, box] = [bar.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    bar.current.scrollLeft += box.left + box.width / 2 - (around.left + around.width / 2)
  }, [pathname])
  return (
    <>
      <nav
        ref={bar}
        aria-label="Dashboard"
        className="-mx-4 mb-6 overflow-x-auto border-line border-b px-4 print:hidden"
      >
        <ul className="flex w-max gap-6">
          {tabs.map(([to, label]) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/admin/dashboard'}
                prefetch="intent"
                className="block border-transparent border-b-2 py-3 text-[0.9375rem] text-muted hover:text-ink aria-[current]:border-gold aria-[current]:text-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
