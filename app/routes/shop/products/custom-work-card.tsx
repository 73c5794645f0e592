import { Link } from 'react-router'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { custom } from '#content/pages/pictures.ts'

/** After the last piece: a visitor who found none may ask for one [LIST-21]. */
export function CustomWorkCard() {
  return (
    <div className="card group relative flex h-full flex-col @xl:flex-row @xl:items-center @xl:gap-8">
      <div className="overflow-hidden bg-raised @xl:w-[calc(50%-1rem)] @xl:shrink-0">
        <Picture
          src={custom.src}
          alt={custom.alt}
          side={400}
          shape={{ height: 400, className: 'aspect-square object-contain' }}
          sizes="(min-width: 100rem) 28rem, (min-width: 72rem) 21rem, (min-width: 64rem) 29vw, (min-width: 40rem) 46vw, calc(100vw - 2.5rem)"
          filled
          className="card-picture w-full"
        />
      </div>
      <div className="flex grow flex-col pt-3 @xl:pt-0">
        <p className="text-muted text-xs">Made to order</p>
        <h2 className="mt-2 text-2xl">
          <Link to="/custom-work" prefetch="intent" className="card-link">
            Design your own piece
          </Link>
        </h2>
        <p className="mt-2 text-muted">
          Send us a sketch, a photo, or a few words. We’ll reply with a weight and a price.
        </p>
        {/* The link of the card covers it, and is named by its heading. */}
        <p aria-hidden="true" className="mt-auto pt-3">
          <span className="link">Start a custom piece</span>
        </p>
      </div>
    </div>
  )
}
