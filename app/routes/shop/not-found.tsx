import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/not-found.ts'
import { missingPage } from './missing-page.ts'

/** Every path that no other route answers [ROUTE-02, ROUTE-03, D14]. */
export async function loader(args: Route.LoaderArgs) {
  throw await missingPage(args)
}

export const action = loader

export const meta: Route.MetaFunction = () => errorMeta('Page Not Found')

export default function NotFound() {
  return null
}

/** Here and not in the layout's, so that cart and gold price stay as they are. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
