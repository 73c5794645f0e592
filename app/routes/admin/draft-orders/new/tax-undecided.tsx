import { Link } from 'react-router'

/** Before a real sale without tax, where nobody has decided whether the shop charges any [SALE-33]. */
export function TaxUndecided({ className }: { className: string }) {
  return (
    <p className={`border border-notice px-4 py-3 text-notice text-sm ${className}`}>
      No sales tax is charged on this order unless you enter a rate, because you haven’t set up
      sales tax yet.{' '}
      <Link to="/admin/dashboard/sales-tax" className="link" target="_blank">
        Set it up under Sales Tax
      </Link>
    </p>
  )
}
