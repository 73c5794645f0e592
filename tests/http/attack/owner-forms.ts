import { draft } from '#tests/support/product-drafts.ts'

/** What a thief would do with a session. */
type OwnerForm = { path: string; headers: Record<string, string>; body: string }

export type Plan = {
  order: { id: string; revision: number }
  paid: { id: string }
  owner: { email: string }
  bench: { email: string }
}

const form = (path: string, fields: Record<string, string>): OwnerForm => ({
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const json = (path: string, body: object): OwnerForm => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const size = { size: 'Small', weight: '1', fee: '0' }
const link = 'https://buy.stripe.com/somebody_else'
/** As the form of products posts it, and with a payment link. */
const cheap = { ...draft, sizes: [{ ...size, stripeLink: '' }] }
const linked = { ...draft, slug: 'linked', sizes: [{ ...size, stripeLink: link }] }

/** Each works for an owner, one after the other; none for the bench. */
export function ownerForms({ order, paid, owner, bench }: Plan): OwnerForm[] {
  const dashboard = '/admin/dashboard'
  return [
    form(`${dashboard}/gold-price`, { action: 'save', perGram: '65', perOunce: '', again: '65' }),
    form(`${dashboard}/orders/${paid.id}/buyer`, {}),
    json('/admin/products/new', { draft: cheap, revision: null }),
    json('/admin/products/new', { draft: linked, revision: null }),
    json('/admin/products/edit/7', { draft: { ...linked, slug: 'seven' }, revision: 1 }),
    form(`${dashboard}/products`, { action: 'delete', id: '8' }),
    form(`${dashboard}/shipping`, {
      processingTime: 'never',
      shippingTime: 'never',
      shippingCost: 'all you have',
    }),
    form(`${dashboard}/paracord`, { enabled: 'on', color: 'Stolen', message: 'Stolen' }),
    form(`${dashboard}/orders/${order.id}`, {
      action: 'cancel',
      revision: String(order.revision),
      reason: 'none',
    }),
    form(`${dashboard}/gold-price`, { action: 'stop', message: 'Closed.' }),
    form('/admin/staff', { action: 'invite', email: 'thief@example.com', role: 'owner' }),
    form('/admin/staff', { action: 'role', email: bench.email, role: 'owner' }),
    form('/admin/staff', { action: 'remove', email: owner.email }),
  ]
}

/** Addresses at which a backup, a secret or a list of buyers might lie. */
export const guesses = [
  '/admin/backup',
  '/admin/dashboard/backup',
  '/admin/dashboard/backups',
  '/admin/dashboard/export',
  '/admin/dashboard/orders.csv',
  '/admin/dashboard/orders/export',
  '/admin/dashboard/privacy',
  '/admin/dashboard/settings',
  '/admin/dashboard/debug?download=1',
  '/admin/export?email=ada@example.com',
  '/api/admin/orders',
  '/api/auth/get-session',
  '/api/auth/list-sessions',
  '/api/auth/admin/list-users',
  '/api/backup',
  '/backup.gz',
  '/shop.gz',
  '/.env',
  '/data/secret',
  '/data/db',
  '/control-server.json',
  '/assets/../../../data/secret',
  '/assets/..%2f..%2f..%2fdata%2fsecret',
  '/assets/%2e%2e/%2e%2e/%2e%2e/.env',
  '/pendants/..%5c..%5c.env',
  '//etc/passwd',
  '/build/server/index.js',
  '/app/.server/config.ts',
  '/package.json',
  '/.git/config',
  '/server-status',
  '/metrics',
  '/debug/pprof',
]
