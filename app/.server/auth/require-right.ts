import { data, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { may, type Right, type Role, roleNames } from '#app/domain/access/rights.ts'
import { AppError } from '../platform/errors.ts'
import { refusal } from '../platform/http/error-page.ts'
import { appContext } from '../platform/http/request-context.ts'
import { adminContext } from './require-admin.ts'
import { hasReauthenticated, reauthenticationNeeded } from './require-reauthentication.ts'
import { routeRights } from './route-rights.ts'

/**
 * After requireAdmin, before any loader or action: refuses what the role of the signed-in admin has no
 * right to, and to a session without a fresh factor what always needs one [ROLE-02, FRESH-05].
 */
export const requireRight: MiddlewareFunction<Response> = async ({ request, context, pattern }) => {
  const { role } = context.get(adminContext)
  const asked = routeRights[`/${pattern.replace(/^\/+|\/+$/g, '')}`]
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const right = reads ? asked?.read : asked?.write
  if (!asked || !right || !may(role, right)) {
    refuse({ request, context }, 'not_allowed', notForRole(role))
  } else if (!reads && asked.reauth === 'always') {
    refuseUnlessFresh({ request, context })
  }
}

const isDownload = ({ url }: Request) => new URL(url).pathname.endsWith('.csv')

/** A file is asked for by a plain form, which no dialog can hold back: its answer is the page that asks [FRESH-09]. */
function confirmFirst(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const back = pathname.slice(0, pathname.lastIndexOf('/')) + search
  const to = `/admin/confirm?${new URLSearchParams({ back })}`
  const problem = new AppError(
    reauthenticationNeeded.code,
    403,
    'Please confirm it’s you, then download the file again.',
  )
  const says = { heading: reauthenticationNeeded.title, back: { to, label: 'Confirm' } }
  return refusal(request, problem, { 'Cache-Control': 'no-store' }, says)
}

type Asked = { request: Request; context: Readonly<RouterContextProvider> }

/** A write that always needs re-authentication, to a session without: refused as a page [FRESH-05]. */
export function refuseUnlessFresh(request: Asked): void {
  if (hasReauthenticated(request.context)) return
  if (isDownload(request.request)) {
    logRefused(request, reauthenticationNeeded.code)
    throw confirmFirst(request.request)
  }
  refuse(request, reauthenticationNeeded.code, reauthenticationNeeded)
}

function refuse(asked: Asked, code: string, text: object): never {
  logRefused(asked, code)
  throw data(text, { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

function logRefused({ request, context }: Asked, code: string): void {
  const { id, role } = context.get(adminContext)
  const { log } = context.get(appContext)
  log.warn({ code, path: new URL(request.url).pathname, admin: id, role }, 'refused')
}

function notForRole(role: Role) {
  return {
    title: 'Not for your role',
    sentence: `Your role is ${roleNames[role]}, which can’t do this. Nothing was changed. A shop owner can give you another role.`,
    next: { to: '/admin/dashboard', label: 'Go to Today' },
  }
}

/** The same for a page that is not in the table: refused as a page. */
export function refusePageUnless(role: Role, right: Right): void {
  if (may(role, right)) return
  throw data(notForRole(role), { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

/** The same, for what one address does only for some: refused with a sentence for the banner. */
export function refuseUnless(role: Role, right: Right): void {
  if (may(role, right)) return
  throw new AppError(
    'not_allowed',
    403,
    `Only an owner or manager can do this. Your role is ${roleNames[role]}. Nothing was changed.`,
  )
}
