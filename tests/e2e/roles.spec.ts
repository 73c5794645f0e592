import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { heldOrder, paidOrder } from '#tests/support/orders.ts'
import { weighOnScreen } from '#tests/support/weigh-on-screen.ts'

const actor = { type: 'command', id: 'npm run admin' } as const

test('who works at the bench sees orders and sends them, and nothing else [ROLE-03, ROLE-04]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  const [paid, held] = [await paidOrder(shop.app), await heldOrder(shop.app)]
  const email = 'ben@example.com'
  const password = 'a long sentence of gold'
  await createAdmin(shop.app, { email: 'ann@example.com', password, actor })
  const ben = await createAdmin(shop.app, { email, password, actor, role: 'bench' })
  await giveSession(page, shop, ben)

  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
    'Today',
    'Orders',
  ])
  await expect(page.getByRole('region', { name: 'Shop status' }).getByRole('link')).toHaveCount(1)
  expect(await brokenRules(page)).toEqual([])

  await page.goto(`/admin/dashboard/orders/${held.id}`)
  await expect(page.getByText('An owner or manager decides this.')).toBeVisible()
  await expect(
    page.getByRole('button', { name: /Accept|Cancel the order|Mark as reviewed|Refund/ }),
  ).toHaveCount(0)
  await page.goto(`/admin/dashboard/orders/${paid.id}`)
  await expect(page.getByRole('link', { name: /Simulate a refund or dispute/ })).toHaveCount(0)
  await weighOnScreen(page)
  await page.getByLabel(/Tracking/).fill('Handed over in the shop')
  await page.getByLabel('Carrier').selectOption('Other')
  await page.getByRole('checkbox', { name: /sanctions lists/ }).check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('The order is marked as shipped.')).toBeVisible()

  const refused = await page.goto('/admin/dashboard/gold-price')
  expect(refused?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not for your role')
  await expect(page.getByText('Your role is workshop')).toBeVisible()
  expect(await brokenRules(page)).toEqual([])

  await changeRole(shop.app, { email, role: 'manager', actor })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Not for your role')
  await page.goto(`/admin/dashboard/orders/${paid.id}`)
  await expect(page.getByRole('link', { name: /Simulate a refund or dispute/ })).toBeVisible()
})

test('alerts stand on the strip until their reader dismisses them [ALERT-03]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('131.25')
  await page.goto('/admin/dashboard/orders')
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await expect(alerts).toContainText('a test set the gold price to $131.25 per gram.')
  await expectLooksRight(page, 'alerts', { widths: [360, 768, 1440], height: 700 })
  await shop.goldBecomes('132.5')
  await page.reload()
  const first = alerts.getByText('a test set the gold price to $131.25')
  await expect(alerts.getByText('a test set the gold price to $132.50')).toBeVisible()
  await expect(first).toBeVisible()
  await page.setViewportSize({ width: 360, height: 700 })
  await expect(first).toBeHidden()
  await page.getByText(/^Status: .*2 alerts/).click()
  await expect(first).toBeVisible()
  await alerts.getByRole('button', { name: 'Dismiss alerts' }).click()
  await expect(alerts).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main'))).not.toHaveCount(
    0,
  )
  await expect(alerts).toHaveCount(0)
})
