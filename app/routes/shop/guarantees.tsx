import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { contentMeta } from '#app/ui/seo.ts'
import { Written } from '#app/ui/text/html-text.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { PagePicture } from '#app/ui/text/page-picture.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import type { Route } from './+types/guarantees.ts'

export function loader({ context }: Route.LoaderArgs) {
  return writtenPage(context.get(appContext), guarantees)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/guarantees', matches)

export default function Guarantees({ loaderData }: Route.ComponentProps) {
  const { title, lead, three, sections, questions } = loaderData
  return (
    <>
      <PageHead title={title} lead={lead} />
      <ul className="frame mb-20 md:mb-32">
        {three.map(({ id, name, to, figure, body, linkLabel, picture }, at) => (
          <li
            key={id}
            className="grid items-center gap-x-8 gap-y-6 border-t border-line py-10 md:grid-cols-12 md:py-14"
          >
            <div className="md:col-span-6">
              <PagePicture
                picture={picture}
                sizes="(min-width: 100rem) 42rem, (min-width: 72rem) 33rem, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)"
                eager={at === 0}
                isFramed
              />
            </div>
            <div className="md:col-span-5 md:col-start-8">
              <p
                aria-hidden="true"
                className="whitespace-nowrap font-display text-[min(4.5rem,20vw)] leading-none md:text-[min(6.5rem,9.5vw)]"
              >
                {figure}
              </p>
              <h2 className="mt-4">{name}</h2>
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
