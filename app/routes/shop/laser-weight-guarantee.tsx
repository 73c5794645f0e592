import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.tsx'
import { Figures } from '#app/ui/text/figures.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { laserWeightGuarantee } from '#content/pages/laser-weight-guarantee.ts'
import type { Route } from './+types/laser-weight-guarantee.ts'

const path = '/laser-weight-guarantee'

export function loader() {
  return { ...writtenPage(laserWeightGuarantee), overview: guarantees.title }
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

export default function LaserWeightGuarantee({ loaderData }: Route.ComponentProps) {
  const { title, lead, picture, overview, inscription, sections, next } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/guarantees', label: overview }}
        title={title}
        lead={lead}
        picture={picture}
      />
      <section
        aria-labelledby="inscription"
        // The rule below the figures is the first of the sections.
        className="mx-auto -mb-px w-full max-w-6xl px-5 md:px-8"
      >
        <h2 id="inscription">{inscription.heading}</h2>
        <p className="mt-4 mb-10 max-w-xl text-muted">{inscription.text}</p>
        <Figures figures={inscription.marks} />
      </section>
      <Sections sections={sections} />
      <NextLinks links={next} />
    </>
  )
}
