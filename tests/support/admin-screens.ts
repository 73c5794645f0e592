import { expect, type Page } from '@playwright/test'
import type { AppContext } from '#app/.server/app-context.ts'
import { planBulkChange } from '#app/.server/catalog/commands/plan-bulk-change.ts'
import { receiveMessage } from '#app/.server/messages/commands/receive-message.ts'
import { customers as customerTable } from '#app/.server/platform/db/customers-schema.ts'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { heldOrder, paidOrder, strayPayment } from './orders.ts'

const dashboard = [
  '/admin/dashboard',
  '/admin/dashboard/products',
  '/admin/dashboard/products?q=nothing-like-this',
  '/admin/dashboard/media',
  '/admin/dashboard/gold-price',
  '/admin/dashboard/gold-price/shown',
  '/admin/dashboard/metal',
  '/admin/dashboard/orders',
  '/admin/dashboard/orders?from=2026-03-01&to=2026-03-31',
  '/admin/dashboard/orders/new',
  '/admin/dashboard/orders/returns',
  '/admin/dashboard/orders/returns/terms',
  '/admin/dashboard/trade-ins',
  '/admin/dashboard/trade-ins/new',
  '/admin/dashboard/trade-ins/terms',
  '/admin/dashboard/trade-ins/costs',
  '/admin/dashboard/payments',
  '/admin/dashboard/customers',
  '/admin/dashboard/messages',
  '/admin/dashboard/woocommerce',
  '/admin/dashboard/reminders',
  '/admin/dashboard/newsletter',
  '/admin/dashboard/paracord',
  '/admin/dashboard/shipping',
  '/admin/dashboard/sales-tax',
  '/admin/dashboard/sales-tax/report',
  '/admin/dashboard/accounting',
  '/admin/dashboard/accounting/accounts',
  '/admin/dashboard/bank-price',
  '/admin/dashboard/texts',
  '/admin/dashboard/texts/brand',
  '/admin/dashboard/texts/pictures',
  '/admin/dashboard/redirects',
  '/admin/dashboard/mails',
  '/admin/dashboard/mails/order-fulfilled-buyer',
  '/admin/dashboard/discounts',
  '/admin/dashboard/risk',
  '/admin/dashboard/search?q=te',
  '/admin/dashboard/setup',
  '/admin/dashboard/log',
  '/admin/dashboard/log?q=nothing-like-this',
  '/admin/dashboard/debug',
  '/admin/dashboard/system',
  '/admin/account',
  '/admin/confirm',
  '/admin/guide',
  '/admin/staff',
]
const products = [
  '/admin/dashboard/products/bulk?all=yes',
  '/admin/dashboard/products/changes',
  '/admin/dashboard/products/import',
]
const forms = ['/admin/products/new', '/admin/products/edit/7']

/** The address of every screen of the admin area, with two orders and a payment made for it. */
export async function everyAdminScreen(app: AppContext): Promise<string[]> {
  const orders = [await heldOrder(app), await paidOrder(app)]
  const [held] = orders
  const stray = held ? [await strayPayment(app, held)] : []
  return [
    ...dashboard,
    ...products,
    `/admin/dashboard/products/changes/${await plannedChange(app)}`,
    ...forms,
    ...orders.map(({ id }) => `/admin/dashboard/orders/${id}`),
    ...orders.map(({ id }) => `/admin/dashboard/orders/${id}/edit`),
    ...stray.map(({ id }) => `/admin/dashboard/payments/${id}`),
    `/admin/dashboard/messages/${await message(app)}`,
    ...(await customers(app)).map((id) => `/admin/dashboard/customers/${id}`),
  ]
}

async function message(app: AppContext): Promise<string> {
  await receiveMessage(app, {
    kind: 'contact',
    name: 'Ada Buyer',
    email: 'ada@example.com',
    subject: 'A bent pendant',
    body: 'Can you mend it?',
  })
  const [stored] = await app.db.orm.select({ id: messages.id }).from(messages)
  return stored?.id ?? ''
}

/** Whoever bought. */
async function customers(app: AppContext): Promise<string[]> {
  const { orm } = app.db
  return (await orm.select({ id: customerTable.id }).from(customerTable)).map(({ id }) => id)
}

/** All pieces fifty dollars more, looked at and not made. */
function plannedChange(app: AppContext): Promise<string> {
  const fee = { how: 'add', amount: cents(5000), size: null } as const
  const change = { fee, active: null, featured: null, category: null }
  return planBulkChange(app, { chosen: { filter: { q: '' } }, change, by: 'ann@example.com' })
}

/** A form is whole once its editor stands. */
export async function openScreen(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (forms.includes(path)) {
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  }
}
