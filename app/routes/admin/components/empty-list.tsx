import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  children: ReactNode
  /** What one can do now, each where it is done [HELP-04]. */
  next: readonly (readonly [to: string, label: string] | false)[]
}

/** What stands in place of a list that has nothing to show. */
export function EmptyList({ children, next }: Props) {
  const links = next.filter((each) => each !== false)
  return (
    <div className="mt-6 border-line border-y px-4 py-10 text-center">
      <p className="text-muted">{children}</p>
      {links.length > 0 && (
        <p className="mt-3 flex flex-wrap justify-center gap-x-6 gap-y-1">
          {links.map(([to, label]) => (
            <Link key={to} to={to} className="link inline-block py-1">
              {label}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
