import type { z } from 'zod'
import type { StaffSaleAction } from '#app/contracts/draft-orders/draft-order.ts'
import type { labelAction } from '#app/contracts/fulfillment/label.ts'
import type { MessageAction } from '#app/contracts/messages/message.ts'
import type { OrderAction } from '#app/contracts/orders/order.ts'
import type { PaymentAction } from '#app/contracts/payments/payment-action.ts'
import type { StaffReturnAction } from '#app/contracts/returns/return.ts'
import type { setupAction } from '#app/contracts/setup/saved-settings.ts'
import type { weighingRights } from '#app/contracts/weighing/weighing.ts'
import type { Right } from '#app/domain/access/rights.ts'

/**
 * Whether a write needs re-authentication: a code, a recovery code or a passkey within ten minutes
 * [FRESH-05]. `always`: refused before the action runs; so is a write that is not declared. `checked`:
 * the action asks by requireFreshFactor or requireFreshFor once the form is valid, or beyond a limit.
 * `never`: it moves no price, no money and no destination, or its form asks for password and code.
 */
export type Reauth = 'always' | 'checked' | 'never'

/** The name of the field that says which action is meant, and what each of them needs. */
export type ReauthByAction = { field: 'action' | 'intent'; of: Readonly<Record<string, Reauth>> }

type RouteRight = { read: Right; write: Right; reauth: Reauth | ReauthByAction }

/** A new action that is not in its list does not compile; posted all the same, it is `always`. */
const byAction = <Name extends string>(
  field: ReauthByAction['field'],
  of: Readonly<Record<Name, Reauth>>,
) => ({ field, of })

const goldPriceActions = byAction('intent', {
  // Over 5% from the market, where earlier quotes are void, and the eleventh smaller one [FRESH-03].
  save: 'checked',
  // The price is a source's, and a source that moves too far is held.
  fetch: 'never',
  reload: 'never',
  accept: 'always',
  reject: 'never',
  withdraw: 'checked',
  stop: 'checked',
  resume: 'checked',
})

const staffActions = byAction('intent', {
  role: 'checked',
  remove: 'checked',
  // Its form asks for password and code.
  'reset-2fa': 'never',
  invite: 'checked',
  // The same link to the same address.
  resend: 'never',
  revoke: 'never',
})

const accountActions = byAction('intent', {
  // These four ask for the password and a code in their own form.
  password: 'never',
  email: 'never',
  'recovery-codes': 'never',
  authenticator: 'never',
  'authenticator-code': 'never',
  'rename-passkey': 'never',
  'remove-passkey': 'checked',
  'end-session': 'never',
  'end-others': 'never',
})

export type GoldPriceAction = keyof (typeof goldPriceActions)['of']
export type StaffAction = keyof (typeof staffActions)['of']
export type AccountAction = keyof (typeof accountActions)['of']

type OfOrder =
  | OrderAction['action']
  | StaffSaleAction['action']
  | StaffReturnAction['action']
  | z.output<typeof labelAction>['action']
  | keyof typeof weighingRights
  | 'certificate'
  | 'claim-code'
  | 'preview'
  | 'refund'
  | 'erase'

const orderActions = byAction<OfOrder>('action', {
  move: 'never',
  fulfill: 'never',
  'hand-over': 'never',
  correct: 'never',
  delivered: 'never',
  delay: 'never',
  agree: 'never',
  // Cancels what nobody paid.
  cancel: 'never',
  'put-back': 'never',
  'keep-out': 'never',
  'correct-buyer': 'always',
  'correct-engraving': 'never',
  honor: 'always',
  release: 'always',
  accept: 'always',
  close: 'always',
  // Above $1,000 of an order, and the eleventh smaller one of a session within an hour.
  'record-payment': 'checked',
  'send-link': 'always',
  'close-link': 'never',
  'form-8300-filed': 'never',
  stage: 'never',
  'fix-gold': 'always',
  // Where returned goods are sent is in the instructions of both.
  'return-open': 'always',
  'return-accept': 'always',
  'return-refuse': 'never',
  'return-receive': 'never',
  'return-weigh': 'never',
  'return-call-off': 'never',
  // To another name or place than the order has, or without the usual signature [LABEL-12].
  'ask-rates': 'checked',
  // Above $100, and the eleventh smaller one of a session within an hour.
  'buy-label': 'checked',
  'look-for-label': 'never',
  'give-up-label': 'never',
  'void-label': 'never',
  // The workshop's limit for such refunds is under Risk; owners and managers have that of any refund.
  weigh: 'never',
  'weigh-undo': 'never',
  'weigh-settle': 'never',
  // Above $500, as a refund.
  'weigh-approve': 'checked',
  certificate: 'never',
  // Says whose the item is.
  'claim-code': 'always',
  preview: 'never',
  // Above $500 of an order, and the eleventh smaller one of a session within an hour [REFUND-07].
  refund: 'checked',
  erase: 'checked',
})

const newOrderActions = byAction('action', {
  paste: 'never',
  more: 'never',
  price: 'never',
  // Above $1,000, and the eleventh smaller one of a session within an hour.
  make: 'checked',
})

const changeActions = byAction('action', {
  // A price by more than 5%, or the prices of more than 20 products.
  apply: 'checked',
  undo: 'checked',
  discard: 'never',
  again: 'never',
})

const paymentActions = byAction<PaymentAction['action']>('action', {
  attach: 'always',
  refund: 'checked',
  note: 'never',
  settle: 'never',
})

const messageActions = byAction<MessageAction['action']>('action', {
  answer: 'never',
  move: 'never',
  'send again': 'never',
  delete: 'never',
})

const setupActions = byAction<z.output<typeof setupAction>['action']>('action', {
  save: 'checked',
  'save anyway': 'checked',
  remove: 'checked',
  'make backup key': 'checked',
  'open the shop': 'checked',
  'test mail': 'never',
})

/**
 * What each address of the admin area asks for, by its pattern in app/routes.ts: to read it, to post to
 * it, and whether posting needs re-authentication. One that is not here is refused to everybody
 * [ROLE-02, FRESH-05].
 */
export const routeRights: Readonly<Record<string, RouteRight>> = {
  '/admin/account': both('account', accountActions),
  // Adding asks for password and code or a passkey [PASSKEY-04]; confirming is how one re-authenticates.
  '/admin/account/passkey': both('account', 'never'),
  '/admin/alerts': both('account', 'never'),
  '/admin/confirm': both('account', 'never'),
  '/admin/guide': both('account'),
  '/admin/staff': both('staff', staffActions),
  // What of it a role may see, todayPage decides.
  '/admin/dashboard': both('orders.read'),
  // What of it a role may find, searchPage decides.
  '/admin/dashboard/search': both('account'),
  // Shows, hides, features, copies and deletes; a copy costs what its original does.
  '/admin/dashboard/products': both('products', 'never'),
  '/admin/dashboard/gold-price': both('gold-price', goldPriceActions),
  '/admin/dashboard/gold-price/shown': both('gold-price'),
  // What was bought and lost is noted; no price follows from it, and nothing is paid.
  '/admin/dashboard/metal': both('metal', 'never'),
  '/admin/dashboard/metal/:file': both('metal'),
  '/admin/dashboard/orders': { read: 'orders.read', write: 'orders.make', reauth: 'never' },
  '/admin/dashboard/orders/pick-list.pdf': both('orders.make'),
  '/admin/dashboard/orders/packing-slips.pdf': both('orders.make'),
  '/admin/dashboard/orders/:id/packing-slip.pdf': both('orders.make'),
  '/admin/dashboard/orders/new': both('orders.sell', newOrderActions),
  '/admin/dashboard/orders/returns': both('orders.read'),
  '/admin/dashboard/orders/returns/terms': both('returns.terms'),
  '/admin/dashboard/orders/:id': {
    read: 'orders.read',
    write: 'orders.send',
    reauth: orderActions,
  },
  '/admin/dashboard/orders/:id/buyer': both('privacy', 'checked'),
  // To the address that the order has.
  '/admin/dashboard/orders/:id/mails': {
    read: 'orders.read',
    write: 'orders.send',
    reauth: 'never',
  },
  // Prints certificates for the box.
  '/admin/dashboard/orders/:id/documents/:file': both('orders.read', 'never'),
  '/admin/dashboard/payments': both('orders.decide'),
  '/admin/dashboard/payments/:id': both('orders.decide', paymentActions),
  '/admin/dashboard/orders/:id/evidence.pdf': both('orders.decide'),
  '/admin/dashboard/orders/:id/evidence.json': both('orders.decide'),
  // Names and addresses of all buyers leave the shop.
  '/admin/dashboard/orders/orders.csv': both('orders.decide', 'always'),
  '/admin/dashboard/payments/payments.csv': both('orders.decide', 'always'),
  '/admin/dashboard/customers/customers.csv': both('customers', 'always'),
  '/admin/dashboard/customers': both('customers'),
  // Notes.
  '/admin/dashboard/customers/:id': both('customers', 'never'),
  '/admin/dashboard/messages': both('messages', 'never'),
  // An answer goes to the address that the message has.
  '/admin/dashboard/messages/:id': both('messages', messageActions),
  '/admin/dashboard/woocommerce': both('settings'),
  // A notice on product pages.
  '/admin/dashboard/paracord': both('settings', 'never'),
  '/admin/dashboard/shipping': both('settings'),
  '/admin/dashboard/sales-tax': both('settings'),
  '/admin/dashboard/sales-tax/report': both('settings'),
  '/admin/dashboard/sales-tax/report.csv': both('settings'),
  // Above 5% [BANK-01].
  '/admin/dashboard/bank-price': both('settings', 'checked'),
  '/admin/dashboard/risk': both('risk', 'checked'),
  '/admin/dashboard/setup': both('setup', setupActions),
  // Begins a post.
  '/admin/dashboard/texts': both('settings', 'never'),
  // Drafts do not ask; what buyers read does. Its forms are longer than what is read before the action.
  '/admin/dashboard/texts/:key': both('settings', 'checked'),
  '/admin/dashboard/texts/:key/preview': both('settings'),
  '/admin/dashboard/mails': both('settings'),
  '/admin/dashboard/mails/:kind': both('settings', 'checked'),
  '/admin/dashboard/log': both('log'),
  '/admin/dashboard/debug': both('log'),
  '/admin/dashboard/media': both('products', 'never'),
  '/admin/dashboard/media/:id': both('products', 'never'),
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
  '/admin/dashboard/products/changes/:id': both('products', changeActions),
  // A price by more than 5%, a new size, a payment link [FRESH-04], and the eleventh smaller one.
  '/admin/products/edit/:id': both('products', 'checked'),
}

function both(right: Right, reauth: RouteRight['reauth'] = 'always'): RouteRight {
  return { read: right, write: right, reauth }
}
