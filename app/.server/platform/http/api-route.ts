import type { ActionFunctionArgs, LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { issueText } from '#app/contracts/platform/form-data.ts'
import { databaseUnavailable } from '../db/with-database.ts'
import { AppError } from '../errors.ts'
import { appContext } from './request-context.ts'

/** What an API handler is given. */
type ApiArgs = {
  request: Request
  app: AppContext
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}
type Handler = (args: ApiArgs) => Promise<Response | object>
type Method = 'GET' | 'POST'

/**
 * The loader of an API route, and its action too. Objects become JSON; an AppError becomes
 * `{"error": {"code", "message"}}` with its status; anything else thrown is a bug: logged whole,
 * answered in one sentence without its cause [SEC-05, SEC-06].
 */
export function apiRoute(handlers: Partial<Record<Method, Handler>>) {
  return async ({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs) => {
    const app = context.get(appContext)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handler = handlers[method as Method]
    if (!handler) return methodNotAllowed(Object.keys(handlers).join(', '))
    try {
      const result = await handler({ request, app, params, context })
      return result instanceof Response ? result : json(result)
    } catch (error) {
      return failureResponse(app, error, new URL(request.url).pathname)
    }
  }
}

export function json(body: object, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return new Response(JSON.stringify(body), { ...init, headers })
}

export function errorResponse(problem: AppError, headers: Record<string, string> = {}): Response {
  return json(
    { error: { code: problem.code, message: problem.message }, ...problem.details },
    { status: problem.status, headers },
  )
}

export function methodNotAllowed(allow: string): Response {
  return errorResponse(
    new AppError('method_not_allowed', 405, `This address answers to ${allow} only.`),
    { Allow: allow },
  )
}

export function failureResponse(app: AppContext, error: unknown, path: string): Response {
  if (error instanceof AppError) {
    app.log.info({ code: error.code, path, ...error.facts }, 'refused')
    return errorResponse(error)
  }
  const unavailable = databaseUnavailable(error)
  if (unavailable) {
    app.log.error({ err: error, path }, 'the database does not answer')
    return errorResponse(unavailable)
  }
  app.log.error({ err: error, path }, 'an API route failed')
  return errorResponse(
    new AppError('internal_error', 500, 'Something went wrong on our side. Please try again.'),
  )
}

/** The JSON body in the asked-for shape, or a 400 that says in plain words what is wrong. */
export async function jsonBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> {
  let body: unknown
  try {
    body = JSON.parse(await request.text())
  } catch {
    throw new AppError('invalid_json', 400, 'The request body is not JSON.')
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.')
  const what = issue ? issueText(issue) : 'not in the expected form'
  throw new AppError('invalid_request', 400, where ? `${where}: ${what}` : what)
}
