import { Link } from 'react-router'

/** Above the heading of a page: to the list that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="text-sm max-md:-mt-2.5 max-md:-mb-1">
      <Link to={to} className="link inline-block py-1 max-md:py-0.5">
        {children}
      </Link>
    </p>
  )
}
