import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A screen beside the tabs of the dashboard: the way back, its heading, and one column. */
export function NarrowScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-w-xl pt-8">
      <p>
        <Link to="/admin/dashboard" className="link inline-block py-2 text-sm">
          Back to Dashboard
        </Link>
      </p>
      <h1 className="mt-4">{title}</h1>
      {children}
    </div>
  )
}
