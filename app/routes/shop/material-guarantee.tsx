import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { Steps } from '#app/ui/text/steps.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { materialGuarantee } from '#content/pages/material-guarantee.ts'
import type { Route } from './+types/material-guarantee.ts'
import { Parts } from './material-guarantee/parts.tsx'

const path = '/material-guarantee'

export function loader() {
  return { ...writtenPage(materialGuarantee), overview: guarantees.title }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { title, description, overview } = loaderData
  const origin = originOf(matches)
  return [
    ...pageMeta({ title, description, path, origin }),
    breadcrumbs(origin, [
      { name: overview, path: '/guarantees' },
      { name: title, path },
    ]),
  ]
}

export default function MaterialGuarantee({ loaderData }: Route.ComponentProps) {
  const { title, lead, picture, overview, comparison, tests, sections, next } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/guarantees', label: overview }}
        title={title}
        lead={lead}
        picture={picture}
      />
      <section aria-labelledby="comparison" className="mx-auto w-full max-w-6xl px-5 md:px-8">
        <h2 id="comparison">{comparison.heading}</h2>
        <p className="mt-4 mb-10 max-w-xl text-muted">{comparison.text}</p>
        <Parts rows={comparison.rows} />
      </section>
      <section aria-labelledby="tests" className="page-band mb-24 md:mb-36">
        <h2 id="tests">{tests.heading}</h2>
        <p className="mt-4 mb-14 max-w-xl text-muted">{tests.text}</p>
        <Steps steps={tests.steps} />
      </section>
      <Sections sections={sections} />
      <NextLinks links={next} />
    </>
  )
}
