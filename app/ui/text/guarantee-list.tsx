import { Link } from 'react-router'
import { Unbroken } from './unbroken.tsx'

type Guarantee = { id: string; name: string; to: string; figure: string; summary: string }

/** The three, under the names they go by [FACT-04]. */
export function GuaranteeList({ guarantees }: { guarantees: readonly Guarantee[] }) {
  return (
    <ul className="grid gap-x-8 md:grid-cols-3">
      {guarantees.map(({ id, name, to, figure, summary }) => (
        <li key={id} className="border-t border-line py-8">
          <p aria-hidden="true" className="tabular font-display text-4xl leading-none">
            {figure}
          </p>
          <h3 className="mt-5 font-sans text-base font-medium">
            <Link to={to} className="link">
              {name}
            </Link>
          </h3>
          <p className="mt-2 text-muted">
            <Unbroken>{summary}</Unbroken>
          </p>
        </li>
      ))}
    </ul>
  )
}
