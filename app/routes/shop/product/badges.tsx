import { Link } from 'react-router'

/** The promises that come with every piece [PDP-12, PDP-13]. */
export function Badges({ pricing }: { pricing: string }) {
  return (
    <ul className="mt-8 grid border-line border-b text-sm min-[22.5rem]:grid-cols-2 lg:grid-cols-[auto_auto_auto_auto] lg:justify-between lg:border-t">
      {['99.99% Pure Gold', 'Triple Guarantee', pricing, 'Made in USA'].map((label, at) => (
        <li key={label} className="flex min-h-11 items-center gap-2.5 border-line max-lg:border-t">
          <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-gold" />
          {at < 2 ? (
            <Link to="/guarantees" className="link py-1">
              {label}
            </Link>
          ) : (
            label
          )}
        </li>
      ))}
    </ul>
  )
}
