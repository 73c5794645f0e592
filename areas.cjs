/**
 * The areas of the code, under the same names in every layer: `app/domain`, `app/contracts`,
 * `app/.server` and `app/routes/admin`. The import rules (dependency-cruiser.config.cjs), the table in
 * ARCHITECTURE.md and the test of both are made from this one list.
 */

/** Areas of app/domain. Each imports those before it and no other. */
const domainOrder = [
  'text',
  'access',
  'emails',
  'time',
  'selling',
  'money',
  'gold-price',
  'pricing',
  'discounts',
  'certificates',
  'inventory',
  'catalog',
  'price-alerts',
  'cart',
  'address',
  'shipping',
  'quote',
  'tax',
  'orders',
  'checkout',
  'cart-reminders',
  'ledger',
  'refunds',
  'fulfillment',
  'returns',
  'risk',
  'weighing',
  'payments',
  'draft-orders',
  'order-edits',
  'metal',
  'trade-ins',
  'bookkeeping',
  'reports',
  'content',
  'visits',
]

/**
 * What each area holds, and which other areas of app/.server it may import: whole, or one folder of it.
 * No circle can come of it, but for the gateways, which import no area.
 */
const areas = {
  access: { holds: 'roles and their rights' },
  address: { holds: 'states, ZIP codes, email addresses, phone numbers' },
  alerts: { holds: 'what staff are told by email and in the status bar', imports: [] },
  'audit-log': { holds: 'what staff did', imports: [] },
  auth: {
    holds: 'accounts, passwords, TOTP, passkeys, sessions, re-authentication',
    imports: ['alerts', 'audit-log', 'emails/templates'],
  },
  backup: {
    holds: 'backup, restore, update',
    imports: ['alerts', 'audit-log', 'control-server.ts'],
  },
  bookkeeping: {
    holds: 'nightly checks that the records agree, Stripe’s balance, journal entries of a month',
    imports: [
      ...['alerts', 'audit-log', 'certificates', 'gold-price', 'metal', 'payments/gateway'],
      ...['settings', 'tax'],
    ],
  },
  cart: { holds: 'a browser’s cart' },
  'cart-reminders': {
    holds: 'one email to buyers who asked for it and did not finish',
    imports: ['catalog', 'gold-price', 'orders', 'selling', 'settings'],
  },
  catalog: {
    holds: 'products, sizes, search, CSV, bulk changes',
    imports: ['alerts', 'audit-log', 'gold-price', 'inventory', 'media', 'settings'],
  },
  certificates: {
    holds: 'certificates for single items, and claims on them',
    imports: ['audit-log', 'catalog', 'documents', 'gold-price', 'signing'],
  },
  checkout: {
    holds: 'quoting a cart, placing an order, limits on unpaid orders',
    imports: [
      ...['cart-reminders', 'catalog', 'discounts', 'gold-price', 'inventory', 'orders'],
      ...['payments', 'selling', 'settings'],
    ],
  },
  content: {
    holds: 'copy and brand details that staff write, journal, sitemap',
    imports: ['audit-log', 'catalog'],
  },
  customers: {
    holds: 'who bought, notes about them, find my order',
    imports: ['audit-log', 'ledger', 'orders'],
  },
  discounts: {
    holds: 'discount codes: what they take off, and how often they were used',
    imports: ['audit-log', 'catalog'],
  },
  documents: { holds: 'parts of PDFs: receipts, credit notes, evidence', imports: [] },
  'draft-orders': {
    holds: 'orders that staff make, custom work, and its gold price',
    imports: [
      ...['audit-log', 'catalog', 'certificates', 'fulfillment', 'gold-price', 'inventory'],
      ...['ledger', 'orders', 'payments', 'selling', 'settings', 'weighing'],
    ],
  },
  emails: {
    holds: 'templates, outbox, SMTP',
    imports: [
      ...['alerts', 'audit-log', 'cart-reminders', 'certificates', 'content', 'customers'],
      ...['fulfillment', 'ledger', 'orders', 'payments', 'returns', 'risk', 'settings'],
      ...['trade-ins'],
    ],
  },
  fulfillment: {
    holds: 'work status, ship-by calendar, packages, carriers, labels, delay notices, delivery',
    imports: [
      ...['audit-log', 'certificates', 'documents', 'ledger', 'orders', 'payments', 'refunds'],
      ...['returns', 'risk'],
    ],
  },
  'gold-price': {
    holds: 'feeds, acceptance, history, live updates, proof of each day',
    imports: ['alerts', 'audit-log', 'signing'],
  },
  inventory: { holds: 'stock, reservations, limits on unpaid orders', imports: [] },
  ledger: { holds: 'each order’s money: entries and what they add up to', imports: [] },
  media: { holds: 'images that staff upload, and what is made from them', imports: ['audit-log'] },
  messages: { holds: 'visitor messages and staff replies', imports: ['audit-log'] },
  metal: {
    holds: 'the maker’s gold: what to buy, what it cost',
    imports: ['alerts', 'audit-log', 'gold-price'],
  },
  money: { holds: 'whole cents, whole milligrams, exact decimals' },
  newsletter: {
    holds: 'newsletter sign-ups; another service sends the newsletter',
    imports: ['audit-log', 'emails/gateway', 'emails/templates', 'settings'],
  },
  'order-edits': {
    holds: 'edits of a paid order before it ships',
    imports: [
      ...['audit-log', 'catalog', 'draft-orders', 'fulfillment', 'gold-price', 'inventory'],
      ...['ledger', 'orders', 'payments', 'refunds', 'risk', 'selling', 'settings', 'tax'],
    ],
  },
  orders: {
    holds: 'record, states, the one transition, history, list, sale documents',
    imports: [
      ...['audit-log', 'catalog', 'certificates', 'documents', 'gold-price', 'inventory'],
      ...['ledger', 'payments/gateway', 'selling', 'settings', 'tax'],
    ],
  },
  payments: {
    holds: 'gateway (Stripe, test payments), webhooks, reconciliation, offline payments, wires',
    imports: [
      ...['alerts', 'audit-log', 'gold-price', 'inventory', 'ledger', 'orders', 'risk'],
      ...['selling', 'settings', 'tax', 'trade-ins/credit'],
    ],
  },
  'price-alerts': {
    holds: 'emails to visitors when a size costs less than they asked',
    imports: ['catalog', 'emails/gateway', 'emails/templates', 'gold-price', 'selling'],
  },
  pricing: { holds: 'the one place that computes prices; worked examples in cases.csv' },
  privacy: {
    holds: 'export and erasure of a buyer’s data, retention',
    imports: [
      ...['audit-log', 'customers', 'ledger', 'orders', 'payments', 'returns', 'trade-ins'],
    ],
  },
  quote: { holds: 'a priced cart, valid for ten minutes' },
  refunds: {
    holds: 'planning, sending, and reporting refunds; withdrawn gold prices',
    imports: [
      ...['alerts', 'audit-log', 'documents', 'gold-price', 'ledger', 'orders', 'payments'],
      ...['returns', 'risk', 'tax', 'trade-ins/credit'],
    ],
  },
  reports: {
    holds: 'today, sales figures, search across the admin area',
    imports: ['orders', 'risk'],
  },
  returns: {
    holds: 'requests, receipt, inspection, restocking',
    imports: ['audit-log', 'inventory', 'ledger', 'orders', 'settings'],
  },
  risk: {
    holds: 'holds, disputes, evidence',
    imports: ['audit-log', 'ledger', 'orders', 'payments/gateway', 'settings'],
  },
  selling: {
    holds: 'whether the shop is selling, and stopping it',
    imports: ['alerts', 'audit-log', 'gold-price'],
  },
  settings: { holds: 'shop settings that owners save', imports: ['audit-log'] },
  setup: {
    holds: 'checklist before the first sale, saved keys and addresses',
    imports: [
      ...['alerts', 'audit-log', 'backup', 'content', 'emails/gateway', 'fulfillment/gateway'],
      ...['gold-price/feeds', 'payments/gateway'],
    ],
  },
  shipping: { holds: 'shipping methods and their rates, countries the shop ships to' },
  signing: { holds: 'the keys the shop signs with', imports: ['audit-log'] },
  system: {
    holds: 'status bar, readiness, facts, debug panel',
    imports: [
      ...['audit-log', 'backup', 'bookkeeping', 'catalog', 'emails', 'gold-price', 'orders'],
      ...['payments', 'selling', 'settings'],
    ],
  },
  tax: { holds: 'sales tax: rules, tax per line, monthly report', imports: ['ledger'] },
  text: { holds: 'text as a search compares it, CSV, messages, codes as people write them' },
  time: { holds: 'what a clock shows, and the moment when it does' },
  'trade-ins': {
    holds: 'pieces that owners give back: recast, exchange, sell-back',
    imports: [
      ...['audit-log', 'catalog', 'certificates', 'draft-orders', 'fulfillment', 'gold-price'],
      ...['ledger', 'media', 'metal', 'orders', 'payments', 'settings'],
    ],
  },
  visits: { holds: 'views, sources, and carts, counted by day', imports: [] },
  weighing: {
    holds: 'weighing each item before it ships',
    imports: ['audit-log', 'fulfillment', 'orders', 'refunds', 'risk', 'settings'],
  },
}

/** Rows of the table in ARCHITECTURE.md. */
const tableOfAreas = () => [
  '| area | holds | its folder in `app/.server` may import |',
  '|---|---|---|',
  ...Object.entries(areas).map(
    ([area, { holds, imports }]) =>
      `| ${area} | ${holds} | ${imports ? imports.join(', ') || 'none' : '–'} |`,
  ),
]

module.exports = { areas, domainOrder, tableOfAreas }
