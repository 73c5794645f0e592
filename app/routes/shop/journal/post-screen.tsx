import { postDate } from '#app/domain/journal/post-date.ts'
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

/** [BLOG-10 to BLOG-12] */
export function PostScreen({ post: { date, title, minutes, html, image } }: Props) {
  return (
    <>
      <PageHead back={{ to: '/blog', label: 'Back to Blog' }} title={title} />
      {image && (
        <div className="mx-auto mb-14 w-full max-w-6xl px-5 md:mb-20 md:px-8">
          <Picture
            src={image.src}
            widths={
              image.srcSet
                ? { srcSet: image.srcSet, sizes: '(min-width: 72rem) 68rem, 94vw' }
                : undefined
            }
            alt={image.alt}
            side={1088}
            shape={{ height: 544, className: 'aspect-3/2 object-cover md:aspect-2/1' }}
            eager
            className="w-full"
          />
        </div>
      )}
      <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-8 px-5 md:px-8 lg:grid-cols-12">
        <p className="tabular flex gap-x-6 border-y border-line py-3 text-[0.9375rem] text-muted lg:col-span-3 lg:flex-col lg:self-start lg:border-b-0">
          <time dateTime={date.slice(0, 10)}>{postDate(date)}</time>
          <span>{`${minutes} min read`}</span>
        </p>
        <article className="min-w-0 lg:col-span-8 lg:col-start-5">
          {html.trim() === '' ? (
            <p className="text-muted">There is nothing to read here yet.</p>
          ) : (
            <Written html={html} className="article post" />
          )}
        </article>
      </div>
      <NextLinks
        links={[
          { to: '/blog', label: 'The journal', text: 'All notes from the workshop' },
          { to: '/products', label: 'The collection', text: 'Each piece by its weight' },
        ]}
      />
    </>
  )
}
