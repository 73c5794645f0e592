import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
} from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import {
  createRateLimiters,
  rateLimitersContext,
} from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Role } from '#app/domain/access/rights.ts'
import * as guarded from '#app/routes/admin/layout.tsx'

/** The exports of a route file that make a screen of the admin area. */
type AdminRoute = { loader?: unknown; action?: unknown; default: unknown }

export const signedIn = { id: 'ann', email: 'ann@example.com', role: 'owner' as const }

/**
 * A screen of the admin area as the server renders it for one who is signed in, in its frame and
 * with its real loaders and action. `form` posts it first, as a browser without JavaScript would.
 * `words` is what can be read on it, `data` what its loaders and action answered.
 */
export async function renderAdminPage(
  app: AppContext,
  { loader, action, default: Component }: AdminRoute,
  {
    path = '*',
    address = '/admin',
    form,
    factorAt,
    role = 'owner',
  }: {
    path?: string
    address?: string
    form?: Record<string, string | string[]>
    /** When the session last showed a second factor; just now unless it is said. */
    factorAt?: Date
    role?: Role
  } = {},
) {
  const handler = createStaticHandler([
    {
      id: 'guarded',
      loader: guarded.loader as never,
      Component: withComponentProps(guarded.default as never),
      children: [
        {
          id: 'screen',
          path,
          loader: loader as never,
          ...(action ? { action: action as never } : {}),
          Component: withComponentProps(Component as never),
        },
      ],
    },
  ])
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, app)
  requestContext.set(rateLimitersContext, createRateLimiters(app))
  requestContext.set(adminContext, { ...signedIn, role })
  requestContext.set(sessionContext, { id: 'session', factorAt: factorAt ?? app.now() })
  const request = new Request(new URL(address, app.publicUrl), {
    ...(form ? { method: 'POST', body: bodyOf(form) } : {}),
  })
  const context = await handler.query(request, { requestContext })
  if (context instanceof Response) throw new Error(`${address} redirects`)
  if (context.errors) throw Object.values(context.errors)[0]
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  )
  const words = html
    .replaceAll('<wbr/>', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return {
    status: context.statusCode,
    html,
    words,
    data: { ...context.loaderData, ...context.actionData },
    answer: context.actionData?.screen as Record<string, unknown> | undefined,
  }
}

function bodyOf(form: Record<string, string | string[]>): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  )
  return new URLSearchParams(pairs)
}
