import { legalText } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { contentMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/terms-and-conditions.ts'
import { LegalPage } from './legal/legal-page.tsx'

/** The days to return a piece are those that an owner set [RETURN-04]. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const text = await legalText(app, 'terms-and-conditions')
  const { days } = await returnTermsSetting.current(app)
  return { ...text, html: text.html.replaceAll('{returnDays}', String(days)) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/terms-and-conditions', matches)

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
