import { Link } from 'react-router'

/** The number of an order, in the list of its row; `part`: where on its page. */
export function OrderLink({
  id,
  number,
  part = '',
}: {
  id: string
  number: string
  part?: string
}) {
  return (
    <Link
      to={`/admin/dashboard/orders/${id}${part}`}
      prefetch="intent"
      className="link inline-block whitespace-nowrap py-1 font-medium"
    >
      {number}
    </Link>
  )
}
