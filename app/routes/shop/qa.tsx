import { Link, type MetaDescriptor } from 'react-router'
import { qaAnswers, qaTopics } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { contentMeta, originOf } from '#app/ui/seo.ts'
import { jsonLd } from '#app/ui/structured-data.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { page } from '#content/qa/index.ts'
import type { Route } from './+types/qa.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const topics = (await qaTopics(app)).map(({ id, label, title, summary, minutes }) => {
    return { id, label, title, summary, minutes }
  })
  return { ...page, topics, answers: await qaAnswers(app) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { answers } = loaderData
  const origin = originOf(matches)
  return [
    ...contentMeta(loaderData, '/qa', matches),
    questions(
      origin,
      answers.map(({ id, title, text }) => ({ question: title, answer: text, path: `/qa/${id}` })),
    ),
  ]
}

export default function Questions({ loaderData }: Route.ComponentProps) {
  const { title, lead, topics } = loaderData
  return (
    <>
      <PageHead title={title} lead={lead} />
      <ul
        style={{ '--stagger': '200ms' } as React.CSSProperties}
        className="frame stagger grid gap-x-8 md:grid-cols-2"
      >
        {topics.map(({ id, label, title, summary, minutes }) => (
          <li
            key={id}
            className="group relative flex flex-col border-t border-line pt-6 pb-12 md:first:col-span-2 md:first:pb-16"
          >
            <p className="flex items-baseline justify-between gap-4 text-sm text-muted">
              <span>{label}</span>
              <span className="whitespace-nowrap">{`${minutes} min`}</span>
            </p>
            <h2 className="mt-5 text-[1.75rem] md:text-[2.25rem] md:group-first:text-5xl">
              <Link
                to={`/qa/${id}`}
                prefetch="intent"
                className="decoration-gold decoration-1 underline-offset-[0.15em] group-hover:underline after:absolute after:inset-0"
              >
                {title}
              </Link>
            </h2>
            <p className="mt-3 max-w-md text-muted">
              <Unbroken>{summary}</Unbroken>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Search engines want the whole answer, as it can be read at its address. */
function questions(
  origin: string,
  asked: readonly { question: string; answer: string; path: string }[],
): MetaDescriptor {
  return jsonLd({
    '@type': 'FAQPage',
    mainEntity: asked.map(({ question, answer, path }) => ({
      '@type': 'Question',
      name: question,
      url: new URL(path, origin).href,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
}
