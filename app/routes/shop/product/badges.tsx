import { Link } from 'react-router'

const badges = [
  { words: '99.99% Pure Gold', to: '/guarantees' },
  { words: 'Triple Guarantee', to: '/guarantees' },
  { words: 'Live Pricing', to: null },
  { words: 'Made in USA', to: null },
] as const

/** What stands behind every piece [PDP-12, PDP-13]. */
export function Badges() {
  return (
    <ul className="mt-8 grid grid-cols-[auto_1fr] gap-x-4 text-sm min-[360px]:grid-cols-2 min-[360px]:gap-x-6">
      {badges.map(({ words, to }) => (
        <li key={words} className="flex min-h-11 items-center gap-2.5 border-line border-t">
          <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-gold" />
          {to ? (
            <Link to={to} className="link py-1">
              {words}
            </Link>
          ) : (
            words
          )}
        </li>
      ))}
    </ul>
  )
}
