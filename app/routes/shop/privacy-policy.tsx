import { legalText } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { contentMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/privacy-policy.ts'
import { LegalPage } from './legal/legal-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return legalText(context.get(appContext), 'privacy-policy')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/privacy-policy', matches)

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
