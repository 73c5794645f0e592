import { may, type Right, type Role } from '#app/domain/access/rights.ts'
import { foldText } from '#app/domain/text/fold.ts'

type Screen = readonly [to: string, label: string, right: Right, alsoCalled: string]

/** Where one can go, with other words that somebody may look for. */
const screens: readonly Screen[] = [
  ['/admin/dashboard', 'Today', 'orders.read', 'home start dashboard late'],
  ['/admin/dashboard/orders', 'Orders', 'orders.read', 'sales to do'],
  ['/admin/dashboard/orders/new', 'New order', 'orders.sell', 'telephone fair custom work deposit'],
  ['/admin/dashboard/orders/returns', 'Returns', 'orders.read', 'send back exchange'],
  [
    '/admin/dashboard/trade-ins',
    'Trade-ins',
    'orders.read',
    'recast exchange sell buy back scrap gold bench assay',
  ],
  ['/admin/dashboard/trade-ins/new', 'New trade-in', 'orders.decide', 'telephone counter buy gold'],
  ['/admin/dashboard/products', 'Products', 'products', 'pieces catalog pendants'],
  ['/admin/products/new', 'Add a product', 'products', 'new piece'],
  ['/admin/dashboard/products/import', 'Import products', 'products', 'spreadsheet import'],
  ['/admin/dashboard/media', 'Media', 'products', 'images pictures photographs upload'],
  ['/admin/dashboard/gold-price', 'Gold Price', 'gold-price', 'spot ounce gram stop selling'],
  ['/admin/dashboard/gold-price/shown', 'Past prices', 'gold-price', 'replay past page showed'],
  ['/admin/dashboard/metal', 'Metal', 'metal', 'grams to buy ledger purchases stock cost exposure'],
  ['/admin/dashboard/payments', 'Payments', 'orders.decide', 'money stripe refund'],
  ['/admin/dashboard/customers', 'Customers', 'customers', 'buyers people'],
  ['/admin/dashboard/messages', 'Messages', 'messages', 'contact form custom work requests inbox'],
  ['/admin/dashboard/shipping', 'Shipping', 'settings', 'ship-by days cost'],
  [
    '/admin/dashboard/shipping/methods',
    'Delivery options',
    'settings',
    'express international abroad countries pickup rate',
  ],
  ['/admin/dashboard/sales-tax', 'Sales Tax', 'settings', 'states nexus'],
  ['/admin/dashboard/sales-tax/report', 'Sales tax report', 'settings', 'filing'],
  [
    '/admin/dashboard/accounting',
    'Accounting',
    'settings',
    'accountant bookkeeping journal entries month quickbooks xero payouts fees csv',
  ],
  [
    '/admin/dashboard/accounting/accounts',
    'Accounts for journal entries',
    'settings',
    'accountant chart quickbooks xero codes',
  ],
  ['/admin/dashboard/bank-price', 'Bank Payment Discount', 'settings', 'discount wire ach debit'],
  ['/admin/dashboard/discounts', 'Discount Codes', 'discounts', 'coupon promo code sale percent'],
  [
    '/admin/dashboard/texts',
    'Content',
    'settings',
    'texts words pages announcement journal policy brand',
  ],
  ['/admin/dashboard/redirects', 'Redirects', 'settings', 'old web address url link 301 seo'],
  ['/admin/dashboard/mails', 'Emails', 'settings', 'mails texts confirmation'],
  ['/admin/dashboard/reminders', 'Cart Reminders', 'settings', 'abandoned checkout not finished'],
  ['/admin/dashboard/newsletter', 'Newsletter', 'customers', 'subscribers mailing list sign-up'],
  ['/admin/dashboard/paracord', 'Paracord Options', 'settings', 'cord colors'],
  ['/admin/dashboard/woocommerce', 'WooCommerce', 'settings', 'wordpress'],
  ['/admin/dashboard/risk', 'Risk', 'risk', 'fraud check high total'],
  ['/admin/dashboard/orders/returns/terms', 'Return policy', 'returns.terms', 'days address terms'],
  [
    '/admin/dashboard/trade-ins/terms',
    'Trade-in terms',
    'returns.terms',
    'recast exchange sell buy back rates identity',
  ],
  ['/admin/dashboard/trade-ins/costs', 'Production costs', 'products', 'recast size cost'],
  ['/admin/dashboard/setup', 'Setup', 'setup', 'keys stripe mail server backup easypost'],
  ['/admin/dashboard/system', 'System', 'log', 'backup version disk update health'],
  ['/admin/dashboard/log', 'Log', 'log', 'history audit who did what changes'],
  ['/admin/dashboard/debug', 'Recent errors', 'log', 'debug faults jobs feeds'],
  ['/admin/staff', 'Staff', 'staff', 'people invite roles'],
  ['/admin/account', 'Account', 'account', 'password passkey code telephone sessions'],
  ['/admin/guide', 'Guide', 'account', 'help how manual print'],
]

/** Screens of a role whose name, or another word for them, has every word that was typed. */
export function findScreens(input: string, role: Role): { to: string; label: string }[] {
  const words = foldText(input).split(' ').filter(Boolean)
  return screens
    .filter(([, label, right, also]) => {
      const known = foldText(`${label} ${also}`)
      return may(role, right) && words.every((word) => known.includes(word))
    })
    .map(([to, label]) => ({ to, label }))
}
