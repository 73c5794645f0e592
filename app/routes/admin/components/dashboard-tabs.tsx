import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { may, type Right, type Role } from '#app/domain/access/rights.ts'

type Tab = readonly [to: string, label: string, right: Right]

const tabs: readonly Tab[] = [
  ['/admin/dashboard', 'Today', 'orders.read'],
  ['/admin/dashboard/products', 'Products', 'products'],
  ['/admin/dashboard/media', 'Media', 'products'],
  ['/admin/dashboard/gold-price', 'Gold Price', 'gold-price'],
  ['/admin/dashboard/metal', 'Metal', 'metal'],
  ['/admin/dashboard/orders', 'Orders', 'orders.read'],
  ['/admin/dashboard/payments', 'Payments', 'orders.decide'],
  ['/admin/dashboard/customers', 'Customers', 'customers'],
  ['/admin/dashboard/messages', 'Messages', 'messages'],
]

const settings: readonly Tab[] = [
  ['/admin/dashboard/shipping', 'Shipping', 'settings'],
  ['/admin/dashboard/sales-tax', 'Sales Tax', 'settings'],
  ['/admin/dashboard/bank-price', 'Bank Payment Discount', 'settings'],
  ['/admin/dashboard/discounts', 'Discount Codes', 'discounts'],
  ['/admin/dashboard/texts', 'Content', 'settings'],
  ['/admin/dashboard/mails', 'Emails', 'settings'],
  ['/admin/dashboard/reminders', 'Cart Reminders', 'settings'],
  ['/admin/dashboard/newsletter', 'Newsletter', 'customers'],
  ['/admin/dashboard/paracord', 'Paracord Options', 'settings'],
  ['/admin/dashboard/woocommerce', 'WooCommerce', 'settings'],
  ['/admin/dashboard/risk', 'Risk', 'risk'],
  ['/admin/dashboard/setup', 'Setup', 'setup'],
  ['/admin/dashboard/log', 'Log', 'log'],
  ['/admin/dashboard/system', 'System', 'log'],
]

/**
 * What is done every day, and below it what is set now and then. Each has its own address, so that
 * reload, back and links work [ADM-01]; only those one may open [ROLE-03].
 */
export function DashboardTabs({ role }: { role: Role }) {
  const allowed = ([, , right]: Tab) => may(role, right)
  const [daily, rare] = [tabs.filter(allowed), settings.filter(allowed)]
  return (
    <nav aria-label="Dashboard" className="admin-width pb-6 max-md:pb-2 print:hidden">
      <Row
        tabs={daily}
        className="gap-x-5 max-sm:flex-wrap sm:w-max sm:gap-x-7 [&_a]:border-b-2 [&_a]:border-transparent [&_a]:py-3 max-md:[&_a]:py-1 [&_a[aria-current]]:border-gold"
      />
      {rare.length > 0 && (
        <Row
          tabs={rare}
          label="Settings"
          className="w-max gap-5 text-sm [&_a]:py-3 max-md:[&_a]:py-1 [&_a[aria-current]]:underline [&_a[aria-current]]:decoration-2 [&_a[aria-current]]:decoration-gold [&_a[aria-current]]:underline-offset-[6px]"
        />
      )}
    </nav>
  )
}

/** On a phone it scrolls in itself; the current tab is in its middle [ADM-18]. */
function Row({
  tabs,
  label,
  className,
}: {
  tabs: readonly Tab[]
  label?: string
  className: string
}) {
  const row = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, another tab.
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current="page"]')
    // A keyboard user who is already moving along it keeps their place.
    if (row.current && tab && !row.current.contains(document.activeElement)) {
      center(tab, row.current)
    }
  }, [pathname])
  return (
    <div
      ref={row}
      className="-mx-4 overflow-x-auto border-line border-b px-4 text-[0.9375rem] md:-mx-8 md:px-8"
    >
      <ul aria-label={label} className={`flex items-baseline ${className}`}>
        {label && (
          <li aria-hidden="true" className="eyebrow">
            {label}
          </li>
        )}
        {tabs.map(([to, name]) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/admin/dashboard'}
              prefetch="intent"
              // Browsers stop scrolling at a tab's edge. A click must not move anything.
              onFocus={({ currentTarget }) => {
                if (row.current && currentTarget.matches(':focus-visible')) {
                  center(currentTarget, row.current)
                }
              }}
              className="block text-muted hover:text-ink aria-[current]:text-ink"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function center(tab: Element, row: HTMLElement): void {
  const [around, box] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollLeft += box.left + box.width / 2 - (around.left + around.width / 2)
}
