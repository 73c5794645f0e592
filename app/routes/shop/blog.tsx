import { ArrowLeft, ArrowRight, Rss } from 'lucide-react'
import { data, Link } from 'react-router'
import { journalPage, journalUntil } from '#app/.server/content/queries/journal.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Paging } from '#app/ui/paging.tsx'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.ts'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { page as journal } from '#content/journal/index.ts'
import type { Route } from './+types/blog.ts'
import { type CardPost, PostCard } from './journal/post-card.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageAsked(new URL(request.url).searchParams.get('page'))
  const app = context.get(appContext)
  trueUntil(context, await journalUntil(app))
  const { posts, pages, reached } = await journalPage(app, page)
  const shown = posts.map(({ id, path, date, title, excerpt, image }): CardPost => {
    return { id, path, date, title, excerpt, image }
  })
  return data({ page, pages, posts: shown, reached }, reached ? 200 : 503)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const page = loaderData?.page ?? 1
  const origin = originOf(matches)
  return [
    ...pageMeta({
      title: page === 1 ? journal.title : `${journal.title}, page ${page}`,
      description: page === 1 ? journal.description : `Page ${page}. ${journal.description}`,
      path: pageAddress(page),
      origin,
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: journal.title,
      href: new URL('/blog/feed.xml', origin).href,
    },
    breadcrumbs(origin, [{ name: journal.title, path: '/blog' }]),
    ...(page > 1 && loaderData?.posts.length === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { posts, page, pages, reached } = loaderData
  return (
    <>
      <PageHead title={journal.title} lead={journal.lead}>
        <p className="mt-6">
          <a href="/blog/feed.xml" className="link inline-flex min-h-6 items-center gap-2 text-sm">
            <Rss aria-hidden="true" className="size-4 text-gold-deep" />
            Follow via RSS
          </a>
        </p>
      </PageHead>
      {posts.length > 0 ? (
        <ul className="frame stagger journal-cards grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post, at) => {
            // Otherwise the last would be alone in a row.
            const isWide = at === 0 && posts.length > 1 && posts.length % 3 === 1
            return (
              <li key={post.id} className={isWide ? 'lg:col-span-3' : ''}>
                <PostCard post={post} eager={at < 3} isWide={isWide} />
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="frame text-muted">
          {!reached ? (
            'The journal can’t be reached right now. Please check back later.'
          ) : page === 1 ? (
            'There are no posts right now. Please check back later.'
          ) : (
            <>
              There are no posts on this page.{' '}
              <Link to="/blog" className="link text-ink">
                See the newest posts
              </Link>
            </>
          )}
        </p>
      )}
      <Paging
        page={page}
        pages={pages}
        addressOf={pageAddress}
        label="Pages of the journal"
        previous={
          <>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Newer posts
          </>
        }
        next={
          <>
            Older posts
            <ArrowRight aria-hidden="true" className="size-4" />
          </>
        }
        className="page-band max-md:[&>p]:order-last max-md:[&>p]:w-full"
      />
    </>
  )
}

function pageAddress(page: number): string {
  return page === 1 ? '/blog' : `/blog?page=${page}`
}

/** From the address, where anything may stand. */
function pageAsked(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}
