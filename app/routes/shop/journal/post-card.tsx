import { Link } from 'react-router'
import { postDate } from '#app/domain/content/post-date.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'

export type CardPost = {
  id: number
  /** Where it stands. */
  path: string
  date: string
  title: string
  excerpt: string
  image: { src: string; srcSet: string | null } | null
}

type Props = {
  post: CardPost
  eager: boolean
  /** From 1024 pixels on, with its words beside its picture. */
  isWide?: boolean
}

const wideSizes =
  '(min-width: 100rem) 44rem, (min-width: 72rem) 36rem, (min-width: 64rem) 52vw, (min-width: 40rem) 45vw, 92vw'
const narrowSizes =
  '(min-width: 100rem) 28rem, (min-width: 72rem) 21rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw'

/** One post of the list; all of the card leads to its page [BLOG-01]. */
export function PostCard({ post, eager, isWide = false }: Props) {
  const { path, date, title, excerpt, image } = post
  const sizes = isWide ? wideSizes : narrowSizes
  const beside = isWide && image ? 'lg:grid lg:grid-cols-12 lg:items-center lg:gap-x-8' : ''
  return (
    <article className={`card relative flex h-full flex-col border-t border-line pt-5 ${beside}`}>
      {image && (
        <div className={`mb-5 overflow-hidden ${isWide ? 'lg:col-span-7 lg:mb-0' : ''}`}>
          <Picture
            src={image.src}
            sizes={sizes}
            widths={image.srcSet ? { srcSet: image.srcSet, sizes } : undefined}
            alt=""
            side={600}
            shape={{ height: 400, className: 'aspect-3/2 object-cover' }}
            eager={eager}
            className="card-picture w-full"
          />
        </div>
      )}
      <div className="lg:col-span-5">
        <p className="text-sm text-muted">
          <time dateTime={date.slice(0, 10)}>{postDate(date)}</time>
        </p>
        <h2 className={`mt-3 text-[1.75rem] ${isWide ? 'lg:text-[2.25rem]' : ''}`}>
          <Link to={path} prefetch="intent" className="card-link wrap-anywhere">
            {title}
          </Link>
        </h2>
        {excerpt && <p className="mt-3 line-clamp-5 wrap-anywhere text-muted">{excerpt}</p>}
      </div>
    </article>
  )
}
