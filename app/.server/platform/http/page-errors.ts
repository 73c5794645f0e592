import { data, type LoaderFunctionArgs, type ServerBuild } from 'react-router'
import { databaseUnavailable } from '../db/with-database.ts'
import { AppError } from '../errors.ts'
import { pagePath } from './admin-origin.ts'
import { appContext } from './request-context.ts'

/**
 * The build with every loader, action and middleware throwing an expected failure as an answer of its
 * status, for the error screen. Only staff read the sentence: to a visitor it could give away a cause [SEC-06].
 */
export function mapPageErrors(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action, middleware } = route.module
    const isAdmin = id.startsWith('routes/admin/')
    const module = {
      ...route.module,
      ...(loader && { loader: mapErrors(loader, isAdmin) }),
      ...(action && { action: mapErrors(action, isAdmin) }),
      ...(middleware && { middleware: middleware.map((each) => mapErrors(each, isAdmin)) }),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function mapErrors<Args extends LoaderFunctionArgs, Rest extends unknown[], Result>(
  handler: (args: Args, ...rest: Rest) => Result,
  isAdmin: boolean,
) {
  return async (args: Args, ...rest: Rest): Promise<Awaited<Result>> => {
    try {
      return await handler(args, ...rest)
    } catch (error) {
      const failure = error instanceof AppError ? error : databaseUnavailable(error)
      if (!failure) throw error
      const { log } = args.context.get(appContext)
      const url = new URL(args.request.url)
      log.error({ err: error, path: url.pathname }, 'a page failed')
      const text = { title: 'That didn’t work', sentence: failure.message }
      const next = { to: pagePath(url), label: 'Try again', reload: true }
      const mayPass = failure.status >= 500 && args.request.method === 'GET'
      const screen = isAdmin ? { ...text, ...(mayPass && { next }) } : null
      throw data(screen, { status: failure.status, headers: { 'Cache-Control': 'no-store' } })
    }
  }
}

/** What a page was asked for; 404 where there is none, and a problem by its own status. */
export async function found<T>(asked: Promise<T | null>): Promise<T> {
  const page = await asked.catch((error: unknown) => {
    if (error instanceof AppError) throw data(null, { status: error.status })
    throw error
  })
  return orNotFound(page)
}

export function orNotFound<T>(page: T | null): T {
  if (page === null) throw data(null, { status: 404 })
  return page
}
