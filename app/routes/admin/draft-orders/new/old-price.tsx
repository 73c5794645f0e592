import { Link } from 'react-router'

/** The shop itself sells no longer at a price of this age; staff may, where they agreed on it [SALE-40]. */
export function OldPrice({ age, className }: { age: string; className: string }) {
  return (
    <p className={`border border-notice px-4 py-3 text-notice text-sm ${className}`}>
      This gold price is {age} old. Set today’s price first, unless you agreed on this one.{' '}
      <Link to="/admin/dashboard/gold-price" className="link" target="_blank">
        Open Gold Price
      </Link>
    </p>
  )
}
