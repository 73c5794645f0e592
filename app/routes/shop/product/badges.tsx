import { Link } from 'react-router'

const badges = [
  { label: '99.99% Pure Gold', to: '/guarantees' },
  { label: 'Triple Guarantee', to: '/guarantees' },
  { label: 'Live Pricing', to: null },
  { label: 'Made in USA', to: null },
] as const

/** The promises that come with every piece [PDP-12, PDP-13]. */
export function Badges() {
  return (
    <ul className="mt-8 grid grid-cols-1 gap-x-4 text-sm min-[16rem]:grid-cols-[auto_1fr] min-[22.5rem]:grid-cols-2 min-[22.5rem]:gap-x-6">
      {badges.map(({ label, to }) => (
        <li key={label} className="flex min-h-11 items-center gap-2.5 border-line border-t">
          <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-gold" />
          {to ? (
            <Link to={to} className="link py-1">
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
