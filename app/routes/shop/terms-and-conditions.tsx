import { legalText } from '#app/.server/content/queries/texts.ts'
import { contentMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/terms-and-conditions.ts'
import { LegalPage } from './legal/legal-page.tsx'

export function loader() {
  return legalText('terms-and-conditions')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/terms-and-conditions', matches)

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
