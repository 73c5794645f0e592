import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.tsx'
import { Figures } from '#app/ui/text/figures.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { Steps } from '#app/ui/text/steps.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import type { Route } from './+types/recast-guarantee.ts'

const path = '/recast-guarantee'

export function loader() {
  return { ...writtenPage(recastGuarantee), overview: guarantees.title }
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

export default function RecastGuarantee({ loaderData }: Route.ComponentProps) {
  const { title, lead, picture, overview, terms, steps, sections, next } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/guarantees', label: overview }}
        title={title}
        lead={lead}
        picture={picture}
      />
      <div className="mx-auto w-full max-w-6xl px-5 md:px-8">
        <Figures figures={terms} />
      </div>
      <section aria-labelledby="steps" className="page-band mb-24 md:mb-36">
        <h2 id="steps" className="mb-14">
          {steps.heading}
        </h2>
        <Steps steps={steps.steps} />
      </section>
      <Sections sections={sections} />
      <NextLinks links={next} />
    </>
  )
}
