import { data, Outlet } from 'react-router'
import { shownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import { knownDevice } from '#app/.server/auth/known-device.ts'
import { refuseOtherSites } from '#app/.server/auth/refuse-other-sites.ts'
import { adminContext, requireAdmin } from '#app/.server/auth/require-admin.ts'
import { requireRight } from '#app/.server/auth/require-right.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import type { Route } from './+types/layout.ts'
import stylesheet from './admin.css?url'
import { AdminFrame } from './components/admin-frame.tsx'
import { keepShownData, ReloadFailed } from './components/reload.tsx'

export const middleware: Route.MiddlewareFunction[] = [requireAdmin, requireRight, refuseOtherSites]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepShownData]

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id: adminId, email, role } = context.get(adminContext)
  const device = await knownDevice(app, request.headers, adminId)
  const [shopHealth, alerts] = await Promise.all([
    health(app, { goldPrice: goldPriceOfRequest(context), role }),
    shownAlerts(app, { adminId, device }),
  ])
  return data(
    { email: shownEmail(email), role, health: shopHealth, alerts },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** Nothing of the admin area is kept by any cache. */
export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame {...loaderData}>
      <ReloadFailed />
      <Outlet />
    </AdminFrame>
  )
}

const signedOut = { email: null, health: null }

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame {...(loaderData ?? signedOut)}>
      <ErrorScreen error={error} />
    </AdminFrame>
  )
}
