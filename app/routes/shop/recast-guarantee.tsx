import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Figures } from '#app/ui/text/figures.tsx'
import { Steps } from '#app/ui/text/steps.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import type { Route } from './+types/recast-guarantee.ts'
import { GuaranteePage, guaranteeMeta } from './guarantee/guarantee-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await writtenPage(context.get(appContext), recastGuarantee)),
    overview: guarantees.title,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  guaranteeMeta(loaderData, '/recast-guarantee', matches)

export default function RecastGuarantee({ loaderData }: Route.ComponentProps) {
  const { terms, steps } = loaderData
  return (
    <GuaranteePage page={loaderData}>
      <div className="frame">
        <Figures figures={terms} />
      </div>
      <section aria-labelledby="steps" className="page-band mb-24 md:mb-36">
        <h2 id="steps" className="mb-14">
          {steps.heading}
        </h2>
        <Steps steps={steps.steps} />
      </section>
    </GuaranteePage>
  )
}
