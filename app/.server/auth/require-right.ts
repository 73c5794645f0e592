import { data, type MiddlewareFunction } from 'react-router'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { may, type Right, type Role, roleNames } from '#app/domain/access/rights.ts'
import { AppError } from '../platform/errors.ts'
import { appContext } from '../platform/http/request-context.ts'
import { freshFactorNeeded, hasFreshFactor } from './fresh-factor.ts'
import { adminContext } from './require-admin.ts'
import { type Reauth, type ReauthByAction, routeRights } from './route-rights.ts'

/**
 * After requireAdmin, before any loader or action: refuses what the role of the signed-in admin has no
 * right to, and to a session without a fresh factor what always needs one [ROLE-02, FRESH-05].
 */
export const requireRight: MiddlewareFunction<Response> = async ({ request, context, pattern }) => {
  const { id, role } = context.get(adminContext)
  const asked = routeRights[`/${pattern.replace(/^\/+|\/+$/g, '')}`]
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const right = reads ? asked?.read : asked?.write
  const refuse = (code: string, text: object): never => {
    const { log } = context.get(appContext)
    log.warn({ code, path: new URL(request.url).pathname, admin: id, role }, 'refused')
    throw data(text, { status: 403, headers: { 'Cache-Control': 'no-store' } })
  }
  if (!asked || !right || !may(role, right)) return refuse('not_allowed', refusal(role))
  if (reads || hasFreshFactor(context)) return
  if ((await reauthOf(asked.reauth, request)) === 'always') {
    refuse(freshFactorNeeded.code, freshFactorNeeded)
  }
}

/** Read as the action reads the form; it gets the request itself. */
async function reauthOf(declared: Reauth | ReauthByAction, request: Request): Promise<Reauth> {
  if (typeof declared === 'string') return declared
  const name = (await formTexts(request.clone()))[declared.field] ?? ''
  return (Object.hasOwn(declared.of, name) && declared.of[name]) || 'always'
}

function refusal(role: Role) {
  return {
    title: 'Not for your role',
    sentence: `You are signed in as ${roleNames[role]}, and this is not among what a person of that role may do. Nothing was changed. An owner of the shop can give you another role.`,
    next: { to: '/admin/dashboard', label: 'Go to Today' },
  }
}

/** The same for a page that is not in the table: refused as a page. */
export function refusePageUnless(role: Role, right: Right): void {
  if (may(role, right)) return
  throw data(refusal(role), { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

/** The same, for what one address does only for some: refused with a sentence for the banner. */
export function refuseUnless(role: Role, right: Right): void {
  if (may(role, right)) return
  throw new AppError(
    'not_allowed',
    403,
    `This is for an owner or a manager of the shop; you are signed in as ${roleNames[role]}. Nothing was changed.`,
  )
}
