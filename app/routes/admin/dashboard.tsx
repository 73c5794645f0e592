import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { may, type Right } from '#app/domain/access/rights.ts'
import type { loader } from './layout.tsx'

const tabs = [
  ['/admin/dashboard', 'Products', 'products'],
  ['/admin/dashboard/gold-price', 'Gold Price', 'gold-price'],
  ['/admin/dashboard/orders', 'Orders', 'orders.read'],
  ['/admin/dashboard/payments', 'Payments', 'orders.decide'],
  ['/admin/dashboard/woocommerce', 'WooCommerce', 'settings'],
  ['/admin/dashboard/paracord', 'Paracord Options', 'settings'],
  ['/admin/dashboard/shipping', 'Shipping', 'settings'],
  ['/admin/dashboard/sales-tax', 'Sales Tax', 'settings'],
  ['/admin/dashboard/bank-price', 'Bank price', 'settings'],
  ['/admin/dashboard/risk', 'Risk', 'risk'],
  ['/admin/dashboard/debug', 'Debug', 'log'],
] as const satisfies [string, string, Right][]

/** Each tab is an address of its own, so that reload, back and links work [ADM-01]; only those one may open [ROLE-03]. */
export default function Dashboard() {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const role = useRouteLoaderData<typeof loader>('routes/admin/layout')?.role
  const shown = tabs.filter(([, , right]) => role === undefined || may(role, right))
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
          {shown.map(([to, label]) => (
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
