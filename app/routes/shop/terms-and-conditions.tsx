import { legalText } from '#app/.server/content/queries/texts.ts'
import { originOf } from '#app/ui/seo.ts'
import type { Route } from './+types/terms-and-conditions.ts'
import { LegalPage, legalMeta } from './legal/legal-page.tsx'

export function loader() {
  return legalText('terms-and-conditions')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  legalMeta(loaderData, originOf(matches))

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
