import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Unbroken } from './no-break.tsx'

type Props = {
  heading?: string
  links: readonly { to: string; label: string; text?: string }[]
}

/** The way on, at the end of a page: rows where there is something to say of each, else columns. */
export function NextLinks({ heading, links }: Props) {
  const said = links.some(({ text }) => text)
  return (
    <nav aria-label={heading ?? 'Read on'} className="page-band">
      {heading && <h2 className="mb-8">{heading}</h2>}
      <ul className={said ? '' : 'grid auto-cols-fr gap-x-8 md:grid-flow-col'}>
        {links.map(({ to, label, text }) => (
          <li
            key={to}
            className={`border-t border-line last:border-b ${said ? '' : 'md:border-b'}`}
          >
            <Link
              to={to}
              prefetch="intent"
              className={`group grid h-full grid-cols-[1fr_auto] items-center gap-x-8 py-5 md:py-6 ${said ? 'md:grid-cols-[5fr_6fr_auto]' : ''}`}
            >
              <span className="font-display text-2xl leading-tight decoration-gold decoration-1 underline-offset-4 group-hover:underline">
                <Unbroken>{label}</Unbroken>
              </span>
              {text && (
                <span className="text-muted max-md:row-start-2">
                  <Unbroken>{text}</Unbroken>
                </span>
              )}
              <ArrowRight
                aria-hidden="true"
                className="size-5 text-gold-deep transition-transform group-hover:translate-x-1 motion-reduce:transition-none"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
