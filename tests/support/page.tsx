import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { loader as rootLoader } from '#app/root.tsx'
import * as layout from '#app/routes/shop/layout.tsx'

/** The exports of a route file that make a page. */
type RouteModule = {
  loader?: unknown
  default: unknown
  ErrorBoundary?: unknown
}

/**
 * A public page as the server renders it, in its layout and with its real loaders, without the host
 * and without a browser. `words` is what can be read on it.
 */
export async function renderPage(
  app: AppContext,
  module: RouteModule,
  { path = '*', address = '/' }: { path?: string; address?: string } = {},
) {
  const handler = createStaticHandler([
    {
      id: 'root',
      loader: rootLoader as never,
      children: [{ ...routeOf(layout), children: [{ ...routeOf(module), path }] }],
    },
  ])
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, app)
  const context = await handler.query(new Request(new URL(address, app.publicUrl)), {
    requestContext,
  })
  if (context instanceof Response) throw new Error(`${address} redirects`)
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  )
  const words = html
    // What is kept on one line stands within a sentence.
    .replace(/<span class="unbroken">(.*?)<\/span>/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return { status: context.statusCode, html, words }
}

function routeOf({ loader, default: Component, ErrorBoundary }: RouteModule) {
  return {
    loader: loader as never,
    Component: withComponentProps(Component as never),
    ...(ErrorBoundary ? { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary as never) } : {}),
  }
}
