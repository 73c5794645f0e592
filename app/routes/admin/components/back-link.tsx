import { Link } from 'react-router'

/** Above the heading of a page: to the list that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="text-sm">
      <Link to={to} className="link inline-block py-1">
        {children}
      </Link>
    </p>
  )
}
