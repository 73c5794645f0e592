import { qaArticle } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { cardOfPath, errorMeta, originOf, pageMeta } from '#app/ui/seo.ts'
import { article, breadcrumbs } from '#app/ui/structured-data.ts'
import { Article } from '#app/ui/text/article.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { nextSteps, page } from '#content/qa/index.ts'
import type { Route } from './+types/qa-topic.ts'
import { missingPage } from './missing-page.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const article = await qaArticle(context.get(appContext), params.id)
  if (!article) throw await missingPage({ request, context })
  return { article, index: page.title, nextSteps }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return errorMeta('Page Not Found')
  const { id, title, label, description } = loaderData.article
  const origin = originOf(matches)
  const path = `/qa/${id}`
  return [
    ...pageMeta({ title, description, path, origin }),
    breadcrumbs(origin, [
      { name: loaderData.index, path: '/qa' },
      { name: label, path },
    ]),
    article({ title, description, path, origin, image: cardOfPath(path) }),
  ]
}

/** Here and not in the layout's, so that the title can say it too [QA-06]. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}

export default function Topic({ loaderData }: Route.ComponentProps) {
  const { article, nextSteps } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/qa', label: 'Back to Q&A' }}
        title={article.title}
        lead={article.summary}
      />
      <Article html={article.html} headings={article.headings} />
      <NextLinks heading={nextSteps.heading} links={nextSteps.links} />
    </>
  )
}
