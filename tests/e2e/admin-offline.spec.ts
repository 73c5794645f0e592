import type { Page } from '@playwright/test'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { openScreen } from '#tests/support/admin-screens.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { expect, test } from '#tests/support/journey.ts'
import { said } from '#tests/support/offline-faults.ts'
import { paidOrder, strayPayment } from '#tests/support/orders.ts'

test.use({ cutsNetwork: true })
test.describe.configure({ timeout: 240_000 })

type Save = {
  path: string
  label: string
  value: string
  button: string
  done: string
}

const settings: Save[] = [
  {
    ...{ path: '/admin/dashboard/shipping', label: 'Processing time', value: '1 week' },
    ...{ button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{ path: '/admin/dashboard/paracord', label: 'Message', value: 'Ask us for a cord.' },
    ...{ button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{
      path: '/admin/dashboard/sales-tax',
      label: 'Default product tax code',
      value: 'txcd_99999999',
    },
    ...{ button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{ path: '/admin/dashboard/bank-price', label: 'Bank discount (%)', value: '2.5' },
    ...{ button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{
      path: '/admin/dashboard/risk',
      label: 'Review orders of at least ($)',
      value: '9000',
    },
    ...{ button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{ path: '/admin/dashboard/orders/returns/terms', label: 'Return window (days)' },
    ...{ value: '45', button: 'Save Changes', done: 'Changes saved successfully' },
  },
  {
    ...{ path: '/admin/dashboard/gold-price', label: 'Price per gram (USD)', value: '131' },
    ...{ button: 'Update Gold Price', done: 'Gold price updated successfully' },
  },
  {
    ...{ path: '/admin/dashboard/mails/order-paid-buyer', label: 'Subject', value: 'Thank you' },
    ...{ button: 'Publish', done: 'Published. The next email uses it.' },
  },
  {
    ...{ path: '/admin/staff', label: 'Email', value: 'ben@example.com' },
    ...{ button: 'Invite', done: 'ben@example.com was invited' },
  },
]

/** Sent offline it is kept, and once back it is saved, once. */
async function isSavedOnce(page: Page, shop: TestShop, save: Save) {
  const logged = async () => {
    const entries = await shop.app.db.orm.select({ action: auditLog.action }).from(auditLog)
    return entries.filter(({ action }) => action !== 'gold_price.fetched').length
  }
  const before = await logged()
  await openScreen(page, save.path)
  const field = page.getByLabel(save.label, { exact: true })
  await field.fill(save.value)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: save.button, exact: true }).click()
  await expect(said(page)).toBeVisible()
  await expect(field).toHaveValue(save.value)
  expect(await logged(), save.path).toBe(before)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(save.done, { exact: true }).first()).toBeVisible()
  await expect(said(page)).toHaveCount(0)
  expect(await logged(), save.path).toBe(before + 1)
}

test('what was sent offline is saved once, when one is back [PEOPLE-08]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const paid = await paidOrder(shop.app)
  const stray = await strayPayment(shop.app, paid)
  for (const save of settings) await isSavedOnce(page, shop, save)
  await isSavedOnce(page, shop, {
    ...{
      path: `/admin/dashboard/payments/${stray.id}`,
      label: 'What was this payment for, and what did you do about it?',
    },
    ...{ value: 'Asked the bank.', button: 'Save note', done: 'The note was saved.' },
  })
  await isSavedOnce(page, shop, {
    ...{ path: '/admin/products/edit/7', label: 'Name', value: 'Once' },
    ...{ button: 'Update Product', done: 'Product updated' },
  })
  const stored = await shop.app.db.orm.select().from(orders)
  expect(stored).toHaveLength(1)
})

test('what an earlier try was refused for is gone once one is offline [PEOPLE-08]', async ({
  admin: page,
  context,
}) => {
  await openScreen(page, '/admin/dashboard/bank-price')
  const field = page.getByLabel('Bank discount (%)', { exact: true })
  const save = page.getByRole('button', { name: 'Save Changes', exact: true })
  const banners = page.getByRole('main').getByRole('alert')
  await field.fill('-1')
  await save.click()
  await expect(banners).toHaveCount(1)
  await context.setOffline(true)
  await save.click()
  await expect(said(page)).toBeVisible()
  await expect(banners).toHaveCount(1)
  await expect(field).toHaveValue('-1')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(said(page)).toHaveCount(0)
  await expect(banners).toHaveCount(1)
})

test('dismissing alerts, signing out and a link that makes an admin say it as well [PEOPLE-08]', async ({
  browser,
  page,
  context,
  shop,
}) => {
  const link = (await setupLink(shop.app)) ?? ''
  await page.goto(link)
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password').fill('a long sentence of gold')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('You’re offline. Nothing was saved.')
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
  await expect(page.getByLabel('Password')).toHaveValue('a long sentence of gold')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Authenticator code').fill('123456')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('alert')).toContainText('You’re offline. Nothing was saved.')
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(page.getByLabel('Authenticator code')).toHaveValue('123456')
  await context.setOffline(false)

  const other = await browser.newContext({ baseURL: shop.url })
  const signedIn = await other.newPage()
  await giveSession(signedIn, shop, await firstAdmin(shop.app))
  await shop.goldBecomes('131.25')
  await signedIn.goto('/admin/dashboard/shipping')
  const time = signedIn.getByLabel('Processing time', { exact: true })
  await time.fill('Half a thought')
  const alerts = signedIn.getByRole('region', { name: 'Alerts' })
  await other.setOffline(true)
  await alerts.getByRole('button', { name: 'Dismiss alerts' }).click()
  await expect(said(signedIn)).toBeVisible()
  await expect(time).toHaveValue('Half a thought')
  await other.setOffline(false)
  await signedIn.getByRole('button', { name: 'Try again' }).click()
  await expect(alerts).toHaveCount(0)
  await expect(time).toHaveValue('Half a thought')

  await other.setOffline(true)
  await signedIn.getByRole('button', { name: 'Logout' }).click()
  await expect(said(signedIn)).toBeVisible()
  await other.setOffline(false)
  await signedIn.getByRole('button', { name: 'Try again' }).click()
  await expect(signedIn).toHaveURL(/\/admin\/login$/)
  await other.close()
})

test('whose role was lowered meanwhile reads so, and nothing typed is lost [PEOPLE-07, ROLE-04]', async ({
  page,
  shop,
}) => {
  await firstAdmin(shop.app)
  const ben = await firstAdmin(shop.app, 'ben@example.com')
  await giveSession(page, shop, ben)
  await page.goto('/admin/dashboard/shipping')
  const time = page.getByLabel('Processing time', { exact: true })
  await time.fill('1 week')
  const actor = { type: 'admin', id: 'ann@example.com' } as const
  await changeRole(shop.app, { email: ben.email, role: 'bench', actor })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Your role is workshop')
  await expect(banner).toContainText('What you typed is still here.')
  await expect(banner.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(time).toHaveValue('1 week')
  // With the role back it is saved from where it stands.
  await changeRole(shop.app, { email: ben.email, role: 'manager', actor })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
})
