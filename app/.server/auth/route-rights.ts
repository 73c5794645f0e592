import { matchPath } from 'react-router'
import { may, type Right, type Role } from '#app/domain/access/rights.ts'

/**
 * Whether a write needs re-authentication: a code, a recovery code or a passkey within ten minutes
 * [FRESH-05]. `always`: refused before the action runs; so is a write that is not declared. `once valid`:
 * refused once its form is valid. `checked`: the action asks by requireReauthentication or requireFreshFor,
 * beyond a limit. `never`: it moves no price, no money and no destination, or its form asks for password
 * and code.
 */
export type Reauth = 'always' | 'once valid' | 'checked' | 'never'

type RouteRight = { read: Right; write: Right; reauth: Reauth | 'by action' }

/**
 * What each address of the admin area asks for, by its pattern in app/routes.ts: to read it, to post to
 * it, and whether posting needs re-authentication. `by action`: the table of its actions says so, and
 * requestedAction asks. One that is not here is refused to everybody [ROLE-02, FRESH-05].
 */
export const routeRights: Readonly<Record<string, RouteRight>> = {
  '/admin/account': both('account', 'by action'),
  // Adding asks for password and code or a passkey [PASSKEY-04]; confirming is how one re-authenticates.
  '/admin/account/passkey': both('account', 'never'),
  '/admin/alerts': both('account', 'by action'),
  '/admin/confirm': both('account', 'never'),
  '/admin/guide': both('account'),
  '/admin/staff': both('staff', 'by action'),
  // todayPage decides what a role may see of it.
  '/admin/dashboard': both('orders.read'),
  // searchPage decides what a role may find in it.
  '/admin/dashboard/search': both('account'),
  '/admin/dashboard/products': both('products', 'by action'),
  '/admin/dashboard/gold-price': both('gold-price', 'by action'),
  '/admin/dashboard/gold-price/shown': both('gold-price'),
  '/admin/dashboard/metal': both('metal', 'by action'),
  '/admin/dashboard/metal/:file': both('metal'),
  '/admin/dashboard/orders': { read: 'orders.read', write: 'orders.make', reauth: 'never' },
  '/admin/dashboard/orders/pick-list.pdf': both('orders.make'),
  '/admin/dashboard/orders/packing-slips.pdf': both('orders.make'),
  '/admin/dashboard/orders/:id/packing-slip.pdf': both('orders.make'),
  '/admin/dashboard/orders/new': both('orders.sell', 'by action'),
  '/admin/dashboard/orders/returns': both('orders.read'),
  '/admin/dashboard/orders/returns/terms': both('returns.terms'),
  '/admin/dashboard/orders/:id': {
    read: 'orders.read',
    write: 'orders.send',
    reauth: 'by action',
  },
  '/admin/dashboard/orders/:id/edit': both('orders.decide', 'by action'),
  '/admin/dashboard/orders/:id/buyer': both('privacy', 'checked'),
  // Prints certificates for the box.
  '/admin/dashboard/orders/:id/documents/:file': both('orders.read', 'never'),
  '/admin/dashboard/trade-ins': both('orders.read'),
  '/admin/dashboard/trade-ins/new': both('orders.decide', 'by action'),
  '/admin/dashboard/trade-ins/terms': both('returns.terms'),
  '/admin/dashboard/trade-ins/costs': both('products', 'by action'),
  '/admin/dashboard/trade-ins/:id/label.pdf': both('orders.read'),
  '/admin/dashboard/trade-ins/:id/photos': both('orders.make', 'never'),
  '/admin/dashboard/trade-ins/:id/photos/:file': both('orders.read'),
  '/admin/dashboard/trade-ins/:id': {
    read: 'orders.read',
    write: 'orders.make',
    reauth: 'by action',
  },
  '/admin/dashboard/payments': both('orders.decide'),
  '/admin/dashboard/payments/:id': both('orders.decide', 'by action'),
  '/admin/dashboard/orders/:id/evidence.pdf': both('orders.decide'),
  '/admin/dashboard/orders/:id/evidence.json': both('orders.decide'),
  // Names and addresses of all buyers leave the shop.
  '/admin/dashboard/orders/orders.csv': both('orders.decide', 'always'),
  '/admin/dashboard/payments/payments.csv': both('orders.decide', 'always'),
  '/admin/dashboard/customers/customers.csv': both('customers', 'always'),
  '/admin/dashboard/customers': both('customers'),
  '/admin/dashboard/customers/:id': both('customers', 'by action'),
  '/admin/dashboard/reminders': both('settings', 'never'),
  '/admin/dashboard/newsletter': both('customers', 'by action'),
  '/admin/dashboard/newsletter/newsletter.csv': both('customers', 'always'),
  '/admin/dashboard/messages': both('messages', 'never'),
  '/admin/dashboard/messages/:id': both('messages', 'by action'),
  '/admin/dashboard/woocommerce': both('settings'),
  // A notice on product pages.
  '/admin/dashboard/paracord': both('settings', 'never'),
  '/admin/dashboard/shipping': both('settings'),
  '/admin/dashboard/shipping/methods': both('settings'),
  '/admin/dashboard/sales-tax': both('settings'),
  '/admin/dashboard/sales-tax/report': both('settings'),
  '/admin/dashboard/sales-tax/report.csv': both('settings'),
  '/admin/dashboard/accounting': both('settings'),
  '/admin/dashboard/accounting/accounts': both('settings'),
  '/admin/dashboard/accounting/:file': both('settings'),
  // Above 5% [BANK-01].
  '/admin/dashboard/bank-price': both('settings', 'checked'),
  '/admin/dashboard/discounts': both('discounts', 'by action'),
  '/admin/dashboard/risk': both('risk', 'checked'),
  '/admin/dashboard/setup': both('setup', 'by action'),
  // Begins a post.
  '/admin/dashboard/texts': both('settings', 'never'),
  // Drafts do not need it; what buyers read does.
  '/admin/dashboard/texts/:key': both('settings', 'by action'),
  '/admin/dashboard/texts/:key/preview': both('settings'),
  // Only to pages of the shop, from addresses without one.
  '/admin/dashboard/redirects': both('settings', 'by action'),
  '/admin/dashboard/mails': both('settings'),
  '/admin/dashboard/mails/:key': both('settings', 'by action'),
  '/admin/dashboard/log': both('log'),
  '/admin/dashboard/debug': both('log'),
  '/admin/dashboard/media': both('products', 'never'),
  '/admin/dashboard/media/:id': both('products', 'by action'),
  '/admin/media/upload': both('products', 'never'),
  '/admin/media/:id/whole': both('products'),
  // To post there opens the download of a backup.
  '/admin/dashboard/system': { read: 'log', write: 'privacy', reauth: 'checked' },
  // A refusal leads to the System page, which says why and asks.
  '/admin/dashboard/system/backup': both('privacy', 'checked'),
  '/admin/dashboard/system/backups/:id': both('privacy', 'checked'),
  '/admin/dashboard/system/facts.json': both('log'),
  // What is public already.
  '/admin/dashboard/system/signed-records.tar.gz': both('privacy', 'never'),
  // Its prices are nobody's yet, so no limit applies.
  '/admin/products/new': both('products', 'checked'),
  // Both only plan; what was planned is made at changes/:id.
  '/admin/dashboard/products/bulk': both('products', 'never'),
  '/admin/dashboard/products/import': both('products', 'never'),
  '/admin/dashboard/products/products.csv': both('products'),
  '/admin/dashboard/products/changes': both('products'),
  '/admin/dashboard/products/changes/:id': both('products', 'by action'),
  // A price by more than 5%, a new size, a payment link [FRESH-04], and the eleventh smaller one.
  '/admin/products/edit/:id': both('products', 'checked'),
}

/** The page that was asked for before signing in, unless it is not for the role: then Today [ROLE-07]. */
export function pageAfterSignIn(role: Role, asked: string): string {
  const { pathname } = new URL(asked, 'http://site.invalid')
  const rights =
    routeRights[pathname] ??
    Object.entries(routeRights).find(([pattern]) => matchPath(pattern, pathname))?.[1]
  return !rights || may(role, rights.read) ? asked : '/admin/dashboard'
}

function both(right: Right, reauth: RouteRight['reauth'] = 'always'): RouteRight {
  return { read: right, write: right, reauth }
}
