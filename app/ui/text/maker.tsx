import { brand, defaultBrand } from '#brand'
import { Unbroken } from './no-break.tsx'
import { PagePicture } from './page-picture.tsx'

type Pictures = Record<'portrait' | 'workshop', { src: string; alt: string; cut?: boolean }>

const sizes = '(min-width: 72rem) 33rem, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)'

/** Who makes the pieces, and where: what staff entered of it, or nothing [STORY-05]. */
export function Maker({ pictures: { portrait, workshop } }: { pictures: Pictures }) {
  const { founder, workshop: words, address } = brand
  const shown = [portrait, workshop].filter(({ src }) => src !== '')
  if (founder === '' && words === '' && shown.length === 0) return null
  const isOwnStreet = address.street !== defaultBrand.address.street
  return (
    <section
      aria-labelledby="maker"
      className="page-band mb-16 grid items-center gap-x-8 gap-y-6 md:grid-cols-2"
    >
      {shown.map((picture) => (
        <PagePicture key={picture.src} picture={picture} sizes={sizes} />
      ))}
      <div className="wrap-anywhere">
        <h2 id="maker">
          <Unbroken>{founder || 'Our workshop'}</Unbroken>
        </h2>
        {words && (
          <p className="mt-3 text-muted">
            <Unbroken>{words}</Unbroken>
          </p>
        )}
        {isOwnStreet && (
          <p className="mt-3">
            <Unbroken>{`${address.street}, ${address.city}, ${address.region}`}</Unbroken>
          </p>
        )}
      </div>
    </section>
  )
}
