import { Link } from 'react-router'

/** The promises that come with every piece [PDP-12, PDP-13]. */
export function Badges({ pricing }: { pricing: string }) {
  return (
    <ul className="piece-badges border-line border-b text-sm max-lg:mt-8 lg:border-t">
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
