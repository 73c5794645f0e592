import { Link } from 'react-router'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { Unbroken } from './no-break.tsx'

type Guarantee = {
  id: string
  name: string
  to: string
  figure: string
  summary: string
  picture: { src: string; alt: string }
}

/** The three, under the names they go by [FACTS-25]. */
export function GuaranteeList({ guarantees }: { guarantees: readonly Guarantee[] }) {
  return (
    <ul className="grid gap-x-8 md:grid-cols-3">
      {guarantees.map(({ id, name, to, figure, summary, picture }) => (
        <li key={id} className="pb-12">
          <Picture
            src={picture.src}
            alt={picture.alt}
            side={800}
            shape={{ height: 600, className: 'mb-6 aspect-4/3 object-cover' }}
            sizes="(min-width: 100rem) 28rem, (min-width: 72rem) 22rem, (min-width: 48rem) 30vw, calc(100vw - 2.5rem)"
            filled
            className="h-auto w-full border border-line"
          />
          <p aria-hidden="true" className="font-display text-4xl leading-none">
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
