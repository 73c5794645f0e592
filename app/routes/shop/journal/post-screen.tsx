import { postDate } from '#app/domain/content/post-date.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { Written } from '#app/ui/text/html-text.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'

type Props = {
  post: {
    /** The site's local time. */
    date: string
    title: string
    minutes: number
    /** Cleaned on the server, or our own. */
    html: string
    image: { src: string; srcSet: string | null; alt: string } | null
  }
}

const sizes = '(min-width: 100rem) 57rem, (min-width: 72rem) 45rem, (min-width: 64rem) 62vw, 92vw'

/** [BLOG-10 to BLOG-12] */
export function PostScreen({ post: { date, title, minutes, html, image } }: Props) {
  return (
    <>
      <PageHead back={{ to: '/blog', label: 'Back to Blog' }} title={title} />
      <div className="frame grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <p className="flex gap-x-6 border-y border-line py-3 text-[0.9375rem] text-muted lg:col-span-3 lg:flex-col lg:self-start lg:border-b-0">
          <time dateTime={date.slice(0, 10)}>{postDate(date)}</time>
          <span>{`${minutes} min read`}</span>
        </p>
        <article className="min-w-0 lg:col-span-8 lg:col-start-5">
          {image && (
            <Picture
              src={image.src}
              sizes={sizes}
              widths={image.srcSet ? { srcSet: image.srcSet, sizes } : undefined}
              alt={image.alt}
              side={900}
              shape={{ height: 600, className: 'aspect-3/2 object-cover' }}
              eager
              className="mb-12 h-auto w-full"
            />
          )}
          {html.trim() === '' ? (
            <p className="text-muted">There’s nothing here yet.</p>
          ) : (
            <Written html={html} className="article post" />
          )}
        </article>
      </div>
      <NextLinks
        links={[
          { to: '/blog', label: 'The journal', text: 'All our notes from the workshop' },
          {
            to: '/products',
            label: 'The collection',
            text: 'Every piece, with its weight and price',
          },
        ]}
      />
    </>
  )
}
