import { data, Link, redirect } from 'react-router'
import { plainText } from '#app/.server/catalog/clean-html.ts'
import { journalPost, journalUntil } from '#app/.server/content/queries/journal.ts'
import { postHtml } from '#app/.server/content/queries/post-html.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { readingMinutes } from '#app/domain/content/post-date.ts'
import { ErrorScreen, type ErrorText, errorTitle, isMissing } from '#app/ui/layout/error-screen.tsx'
import { errorMeta, originOf, pageMeta } from '#app/ui/seo.ts'
import { article, breadcrumbs } from '#app/ui/structured-data.ts'
import { page as journal } from '#content/journal/index.ts'
import { cardAddress, postCard } from '#content/share/cards.ts'
import type { Route } from './+types/blog-post.ts'
import { postDescription } from './journal/head.ts'
import { PostScreen } from './journal/post-screen.tsx'
import { missingPage } from './missing-page.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  trueUntil(context, await journalUntil(app))
  const { post, movedTo, reached } = await journalPost(app, params.id)
  if (!reached) throw data(unreachable, 503)
  if (movedTo) throw redirect(movedTo, 301)
  if (!post) throw await missingPage({ request, context }, 'Post not found')
  const { id, path, date, publishedAt, title, excerpt, image, hasCard } = post
  const html = await postHtml(app, post)
  const text = plainText(html)
  return {
    id,
    path,
    date,
    published: publishedAt ?? date,
    title,
    description: postDescription({ title, date, excerpt, text }),
    minutes: readingMinutes(text),
    html,
    image,
    shared: hasCard
      ? { src: postCard(id), alt: '' }
      : (image ?? { src: cardAddress('blog'), alt: '' }),
  }
}

/** The post may exist; the site does not answer. */
const unreachable: ErrorText = {
  title: 'The journal can’t be reached',
  sentence: 'The site that hosts our journal isn’t responding. Please try again in a few minutes.',
  next: { to: '/blog', label: 'Back to Blog' },
}

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  if (!loaderData) return errorMeta(isMissing(error) ? 'Post not found' : errorTitle(error))
  const { path, title, description, published, shared } = loaderData
  const page = { title, description, published, path, origin: originOf(matches) }
  return [
    ...pageMeta({ ...page, image: shared }),
    breadcrumbs(page.origin, [
      { name: journal.title, path: '/blog' },
      { name: title, path: page.path },
    ]),
    article({ ...page, image: shared.src }),
  ]
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  return <PostScreen key={loaderData.id} post={loaderData} />
}

/** [BLOG-09] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissing(error)) return <ErrorScreen error={error} />
  return (
    <div className="frame flex flex-col items-center py-32 text-center">
      <h1>Post not found</h1>
      <p className="mt-6 max-w-md text-muted">
        It may have been removed, or the address may have a typo.
      </p>
      <Link to="/blog" className="button button-line mt-10">
        Back to Blog
      </Link>
    </div>
  )
}
