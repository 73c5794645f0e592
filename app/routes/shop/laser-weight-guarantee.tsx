import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Figures } from '#app/ui/text/figures.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { laserWeightGuarantee } from '#content/pages/laser-weight-guarantee.ts'
import type { Route } from './+types/laser-weight-guarantee.ts'
import { GuaranteePage, guaranteeMeta } from './guarantee/guarantee-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await writtenPage(context.get(appContext), laserWeightGuarantee)),
    overview: guarantees.title,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  guaranteeMeta(loaderData, '/laser-weight-guarantee', matches)

export default function LaserWeightGuarantee({ loaderData }: Route.ComponentProps) {
  const { inscription } = loaderData
  return (
    <GuaranteePage page={loaderData}>
      <section
        aria-labelledby="inscription"
        // The rule below the figures is the first of the sections.
        className="frame -mb-px"
      >
        <h2 id="inscription">{inscription.heading}</h2>
        <p className="mt-4 mb-10 max-w-xl text-muted">{inscription.text}</p>
        <Figures figures={inscription.marks} />
      </section>
    </GuaranteePage>
  )
}
