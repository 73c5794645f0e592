import { data, type MiddlewareFunction } from 'react-router'
import { may, type Right, type Role } from '#app/domain/access/rights.ts'
import { AppError } from '../platform/errors.ts'
import { appContext } from '../platform/http/request-context.ts'
import { adminContext } from './require-admin.ts'

/**
 * What each address of the admin area asks for, by its pattern in app/routes.ts: to read it, and to
 * post to it. One that is not here is refused to everybody [ROLE-02].
 */
export const routeRights: Readonly<Record<string, { read: Right; write: Right }>> = {
  '/admin/account': both('account'),
  '/admin/account/passkey': both('account'),
  '/admin/alerts': both('account'),
  '/admin/confirm': both('account'),
  '/admin/guide': both('account'),
  '/admin/staff': both('staff'),
  // What of it a role may see, todayPage decides.
  '/admin/dashboard': both('orders.read'),
  // What of it a role may find, searchPage decides.
  '/admin/dashboard/search': both('account'),
  '/admin/dashboard/products': both('products'),
  '/admin/dashboard/gold-price': both('gold-price'),
  '/admin/dashboard/gold-price/shown': both('gold-price'),
  '/admin/dashboard/metal': both('metal'),
  '/admin/dashboard/metal/:file': both('metal'),
  '/admin/dashboard/orders': { read: 'orders.read', write: 'orders.make' },
  '/admin/dashboard/orders/pick-list.pdf': both('orders.make'),
  '/admin/dashboard/orders/packing-slips.pdf': both('orders.make'),
  '/admin/dashboard/orders/:id/packing-slip.pdf': both('orders.make'),
  '/admin/dashboard/orders/new': both('orders.sell'),
  '/admin/dashboard/orders/returns': both('orders.read'),
  '/admin/dashboard/orders/returns/terms': both('returns.terms'),
  '/admin/dashboard/orders/:id': { read: 'orders.read', write: 'orders.send' },
  '/admin/dashboard/orders/:id/buyer': both('privacy'),
  '/admin/dashboard/orders/:id/mails': { read: 'orders.read', write: 'orders.send' },
  '/admin/dashboard/orders/:id/documents/:file': both('orders.read'),
  '/admin/dashboard/payments': both('orders.decide'),
  '/admin/dashboard/payments/:id': both('orders.decide'),
  '/admin/dashboard/orders/:id/evidence.pdf': both('orders.decide'),
  '/admin/dashboard/orders/:id/evidence.json': both('orders.decide'),
  '/admin/dashboard/customers': both('customers'),
  '/admin/dashboard/customers/:id': both('customers'),
  '/admin/dashboard/woocommerce': both('settings'),
  '/admin/dashboard/paracord': both('settings'),
  '/admin/dashboard/shipping': both('settings'),
  '/admin/dashboard/sales-tax': both('settings'),
  '/admin/dashboard/sales-tax/report': both('settings'),
  '/admin/dashboard/sales-tax/report.csv': both('settings'),
  '/admin/dashboard/bank-price': both('settings'),
  '/admin/dashboard/risk': both('risk'),
  '/admin/dashboard/setup': both('setup'),
  '/admin/dashboard/texts': both('settings'),
  '/admin/dashboard/texts/:key': both('settings'),
  '/admin/dashboard/texts/:key/preview': both('settings'),
  '/admin/dashboard/mails': both('settings'),
  '/admin/dashboard/mails/:kind': both('settings'),
  '/admin/dashboard/log': both('log'),
  '/admin/dashboard/debug': both('log'),
  '/admin/dashboard/media': both('products'),
  '/admin/dashboard/media/:id': both('products'),
  '/admin/media/upload': both('products'),
  '/admin/media/:id/whole': both('products'),
  // To post there opens the download of a backup.
  '/admin/dashboard/system': { read: 'log', write: 'privacy' },
  '/admin/dashboard/system/backup': both('privacy'),
  '/admin/dashboard/system/backups/:id': both('privacy'),
  '/admin/dashboard/system/facts.json': both('log'),
  '/admin/dashboard/system/signed-records.tar.gz': both('privacy'),
  '/admin/products/new': both('products'),
  '/admin/dashboard/products/bulk': both('products'),
  '/admin/dashboard/products/import': both('products'),
  '/admin/dashboard/products/products.csv': both('products'),
  '/admin/dashboard/products/changes': both('products'),
  '/admin/dashboard/products/changes/:id': both('products'),
  '/admin/products/edit/:id': both('products'),
}

function both(right: Right) {
  return { read: right, write: right }
}

/** After requireAdmin: refuses what the role of the signed-in admin has no right to, before any loader. */
export const requireRight: MiddlewareFunction<Response> = ({ request, context, pattern }) => {
  const { id, role } = context.get(adminContext)
  const asked = routeRights[`/${pattern.replace(/^\/+|\/+$/g, '')}`]
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const right = reads ? asked?.read : asked?.write
  if (right && may(role, right)) return
  const { log } = context.get(appContext)
  log.warn({ code: 'not_allowed', path: new URL(request.url).pathname, admin: id, role }, 'refused')
  throw data(refusal(role), { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

function refusal(role: Role) {
  return {
    title: 'Not for your role',
    sentence: `You are signed in as ${role}, and this is not among what a person of that role may do. Nothing was changed. An owner of the shop can give you another role.`,
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
    `This is for an owner or a manager of the shop; you are signed in as ${role}. Nothing was changed.`,
  )
}
