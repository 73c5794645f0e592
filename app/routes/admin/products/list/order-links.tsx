import { Link, useSearchParams } from 'react-router'
import type { ProductOrder } from '#app/.server/catalog/queries/admin-products.ts'

const orders: readonly { label: string; order: ProductOrder }[] = [
  { label: 'Newest', order: 'newest' },
  { label: 'Name A–Z', order: 'name' },
  { label: 'Name Z–A', order: '-name' },
  { label: 'Price, low first', order: 'price' },
  { label: 'Price, high first', order: '-price' },
]

/** In which order the list stands, as links: the address says it. */
export function OrderLinks({ order }: { order: ProductOrder }) {
  const [search] = useSearchParams()
  const to = (wanted: ProductOrder) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (wanted === 'newest') next.delete('order')
    else next.set('order', wanted)
    return `?${next}`
  }
  return (
    <nav aria-label="Order" className="mt-4 mb-2">
      <ul className="flex flex-wrap gap-x-5 text-sm">
        {orders.map((one) => (
          <li key={one.order}>
            <Link
              to={to(one.order)}
              aria-current={one.order === order ? 'true' : undefined}
              className="inline-block py-2 text-muted aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-gold aria-[current]:underline-offset-4"
            >
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
