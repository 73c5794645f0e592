import { NavLink, Outlet } from 'react-router'

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
  return (
    <>
      <nav aria-label="Dashboard" className="admin-tabs print:hidden">
        <ul>
          {tabs.map(([to, label]) => (
            <li key={to}>
              <NavLink to={to} end={to === '/admin/dashboard'} prefetch="intent">
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
