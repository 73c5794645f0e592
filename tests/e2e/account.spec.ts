import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession, signIn } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'

test('an admin changes the password, and is signed out everywhere else [AUTH-26, AUTH-23]', async ({
  page,
  browser,
  shop,
}) => {
  // Passwords are hashed slowly on purpose.
  test.slow()
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  const elsewhere = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await giveSession(elsewhere, shop, admin)

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  const current = page.getByLabel('Current password')
  const fresh = page.getByLabel('New password', { exact: true })
  const again = page.getByLabel('New password again')
  const code = page.getByLabel('MFA code')
  const change = page.getByRole('button', { name: 'Change Password' })

  await change.click()
  await expect(page.getByRole('alert')).toContainText('Your password was not changed')
  for (const field of [current, fresh, code]) {
    await expect(field).toHaveAccessibleDescription(/Please fill this in\./)
  }
  await current.fill('a sentence that is wrong')
  await fresh.fill('qwertyuiop123')
  await again.fill('qwertyuiop124')
  await code.fill(codeFor(shop.app, admin))
  await change.click()
  await expect(again).toHaveAccessibleDescription(/not the same/)
  await again.fill('qwertyuiop123')
  await change.click()
  await expect(current).toHaveAccessibleDescription(/not your current password/)
  await current.fill(admin.password)
  await change.click()
  await expect(fresh).toHaveAccessibleDescription(/among the first/)
  await expect(fresh).toHaveAttribute('aria-invalid', 'true')
  expect(await brokenRules(page)).toEqual([])

  const password = 'another sentence of silver'
  await fresh.fill(password)
  await again.fill(password)
  await code.fill(codeFor(shop.app, admin))
  await change.click()
  await expect(page.getByText('Password changed')).toBeVisible()
  for (const field of [current, fresh, again, code]) await expect(field).toHaveValue('')

  await page.goto('/admin/dashboard/debug')
  await expect(
    page.getByRole('row', { name: /ann@example\.com changed the password/ }),
  ).toBeVisible()
  await elsewhere.goto('/admin/dashboard')
  await expect(elsewhere).toHaveURL(/\/admin\/login$/)
  shop.clock.advance({ minutes: 2 })
  await signIn(elsewhere, shop, { ...admin, password })
  await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/)
  await elsewhere.context().close()
})
