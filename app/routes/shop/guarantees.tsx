import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { writtenPage } from '#app/.server/queries/texts.ts'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { Written } from '#app/ui/text/written.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import type { Route } from './+types/guarantees.ts'

const path = '/guarantees'

export function loader() {
  return writtenPage(guarantees)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { title, description } = loaderData
  const origin = originOf(matches)
  return [
    ...pageMeta({ title, description, path, origin }),
    breadcrumbs(origin, [{ name: title, path }]),
  ]
}

export default function Guarantees({ loaderData }: Route.ComponentProps) {
  const { title, lead, three, sections, questions } = loaderData
  return (
    <>
      <PageHead title={title} lead={lead} />
      <ul className="mx-auto mb-20 w-full max-w-6xl px-5 md:mb-32 md:px-8">
        {three.map(({ id, name, to, figure, body, linkLabel }) => (
          <li
            key={id}
            className="grid items-baseline gap-x-8 gap-y-4 border-t border-line py-10 md:grid-cols-12 md:py-14"
          >
            <p
              aria-hidden="true"
              className="tabular font-display text-[4.5rem] leading-none md:col-span-5 md:text-[6.5rem]"
            >
              {figure}
            </p>
            <div className="md:col-span-7 md:col-start-6">
              <h2>{name}</h2>
              <Written html={body} className="mt-4" />
              <Link to={to} prefetch="intent" className="link mt-5 inline-flex items-center gap-2">
                {linkLabel}
                <ArrowRight aria-hidden="true" className="size-4 text-gold-deep" />
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <Sections sections={sections} />
      <NextLinks links={[{ ...questions.link, text: questions.text }]} />
    </>
  )
}
