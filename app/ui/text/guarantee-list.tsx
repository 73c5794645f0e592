import { Link } from 'react-router'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { Unbroken } from './no-break.tsx'

type Guarantee = {
  id: string
  name: string
  to: string
  figure: string
  summary: string
  brief: string
  picture: { src: string; alt: string }
}

type Props = {
  guarantees: readonly Guarantee[]
  /** On a phone in a few words, which their pages say at length. */
  isBrief?: boolean
}

/** The three, under the names they go by [FACTS-25]; on a phone in rows beside their pictures. */
export function GuaranteeList({ guarantees, isBrief = false }: Props) {
  return (
    <ul className="grid gap-x-8 max-md:border-line max-md:border-t md:grid-cols-3">
      {guarantees.map(({ id, name, to, figure, summary, brief, picture }) => (
        <li
          key={id}
          className="max-md:grid max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:items-center max-md:gap-x-5 max-md:border-line max-md:border-b max-md:py-4 md:pb-8"
        >
          <Picture
            src={picture.src}
            alt={picture.alt}
            side={800}
            shape={{ height: 600, className: 'aspect-4/3 object-cover md:mb-6' }}
            sizes="(min-width: 100rem) 28rem, (min-width: 72rem) 22rem, (min-width: 48rem) 30vw, 7rem"
            filled
            className="h-auto w-full border border-line"
          />
          <div>
            <p aria-hidden="true" className="font-display text-4xl leading-none max-md:text-3xl">
              {figure}
            </p>
            <h3 className="mt-2 font-sans text-base font-medium md:mt-5">
              <Link to={to} className="link">
                {name}
              </Link>
            </h3>
            <p className={`mt-2 text-muted ${isBrief ? 'max-md:hidden' : ''}`}>
              <Unbroken>{summary}</Unbroken>
            </p>
            {isBrief && (
              <p className="mt-1 text-sm text-muted md:hidden">
                <Unbroken>{brief}</Unbroken>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
