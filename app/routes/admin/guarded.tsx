import { data, Outlet } from 'react-router'
import { adminContext, requireAdmin } from '#app/.server/http/admin.ts'
import { ErrorScreen } from '#app/ui/shell/error-screen.tsx'
import type { Route } from './+types/guarded.ts'
import stylesheet from './admin.css?url'
import { AdminFrame } from './kit/admin-frame.tsx'

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = context.get(adminContext)
  return data({ email }, { headers: { 'Cache-Control': 'no-store' } })
}

/** Nothing of the admin area is kept by any cache. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export default function Guarded({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame email={loaderData.email}>
      <Outlet />
    </AdminFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame email={loaderData?.email ?? null}>
      <ErrorScreen error={error} />
    </AdminFrame>
  )
}
