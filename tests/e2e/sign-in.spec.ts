import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'

test('the first admin comes by the setup link, leaves, and enters again [OPS-07, AUTH-03, AUTH-05, AUTH-06, AUTH-15, AUTH-16, AUTH-20, PEOPLE-01, A11Y-04]', async ({
  page,
  shop,
}) => {
  // The whole way in and out, with six passwords hashed on purpose slowly.
  test.slow()
  const link = (await setupLink(shop.app)) ?? ''
  const password = 'a long sentence of gold'
  await page.goto(link)
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  const appLink = page.getByRole('link', { name: 'Open it in an app' })
  const first = await appLink.getAttribute('href')

  // A code that is not the app's makes no admin, and the same QR code stays.
  await page.getByLabel('Authenticator code').fill('12345')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByText('That code isn’t right.')).toBeVisible()
  await expect(page.getByLabel('Authenticator code')).toBeFocused()
  expect(await appLink.getAttribute('href')).toBe(first)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('There’s no admin yet.')).toBeVisible()

  // Begun again, also with another key for the app; a password that others use is refused.
  await page.goto(link)
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password').fill('password1234')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/too easy to guess\./)
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
  expect(await brokenRules(page)).toEqual([])
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const address = (await appLink.getAttribute('href')) ?? ''
  expect(address).not.toBe(first)
  const app = new TOTP({ secret: new URL(address).searchParams.get('secret') ?? '' })
  const code = () => app.generate({ timestamp: shop.app.now().getTime() })
  await page.getByLabel('Authenticator code').fill(code())
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Recovery codes for ann@example.com')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeHidden()
  await page.emulateMedia({ media: null })
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('link', { name: 'to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('A setup link works once, within 24 hours.')).toBeVisible()

  // Back to the page first asked for, but not by a password alone.
  await page.goto('/admin/dashboard/shipping')
  await expect(page).toHaveURL(/\/admin\/login$/)
  const alert = page.getByRole('alert')
  const enter = async (input: { password: string; code: string }) => {
    await page.getByLabel('Email').fill('ann@example.com')
    await page.getByLabel('Password').fill(input.password)
    await page.getByLabel('Authenticator code').fill(input.code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  shop.clock.advance({ minutes: 2 })
  await enter({ password: 'something else', code: code() })
  await expect(alert).toHaveText('Invalid credentials')
  await enter({ password, code: 'wrong' })
  await expect(alert).toHaveText('Invalid MFA code')
  await page.reload()
  await page.goto('/admin/dashboard/shipping')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await enter({ password, code: recovery })
  await expect(page).toHaveURL(/\/admin\/dashboard\/shipping$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a shop that cannot make the admin right now keeps the step and the key of the app [AUTH-10, AUTH-30]', async ({
  page,
  shop,
}) => {
  const rename = (from: string, to: string) =>
    shop.app.db.orm.execute(
      sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`,
    )
  const alert = page.getByRole('alert')
  const email = page.getByLabel('Email')
  await page.goto((await setupLink(shop.app)) ?? '')
  await email.fill('ann@example.com')
  await page.getByLabel('Password').fill('a long sentence of gold')
  await rename('setup_links', 'gone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(alert).toContainText('The shop couldn’t do this right now.')
  await expect(email).toHaveValue('ann@example.com')
  await rename('gone', 'setup_links')
  await page.getByRole('button', { name: 'Continue' }).click()
  const appLink = page.getByRole('link', { name: 'Open it in an app' })
  const address = (await appLink.getAttribute('href')) ?? ''

  const app = new TOTP({ secret: new URL(address).searchParams.get('secret') ?? '' })
  const code = page.getByLabel('Authenticator code')
  await code.fill(app.generate({ timestamp: shop.app.now().getTime() }))
  const make = page.getByRole('button', { name: 'Create the account' })
  // The record cannot be written; then the link cannot be read.
  for (const [table, sentence] of [
    ['admin_recovery_codes', 'Failed to create admin record. Please try again in a moment'],
    ['setup_links', 'The shop couldn’t do this right now.'],
  ] as const) {
    await rename(table, 'gone')
    await make.click()
    await expect(alert).toContainText(sentence)
    expect(await appLink.getAttribute('href')).toBe(address)
    await rename('gone', table)
  }
  await make.click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
})

test('the form is empty, asks for all three, and spins while it is checked [AUTH-01, AUTH-02, AUTH-08, AUTH-17]', async ({
  page,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await page.goto('/admin/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  const code = page.getByLabel('Authenticator code')
  for (const field of [email, password, code]) {
    await expect(field).toHaveValue('')
    await expect(field).toHaveAttribute('required')
  }
  await expect(email).toHaveAttribute('type', 'email')
  expect(await brokenRules(page)).toEqual([])
  const button = page.getByRole('button', { name: 'Sign in' })
  let posted = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posted += 1
  })
  await button.click()
  await expect(email).toBeFocused()
  expect(posted).toBe(0)

  await email.fill(admin.email)
  await password.fill(admin.password)
  await code.fill(codeFor(shop.app, admin))
  // A server out of reach, then a slow one.
  await page.route('**/admin/login.data*', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')
  await expect(email).toHaveValue(admin.email)
  await page.unroute('**/admin/login.data*')
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/dashboard.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  // A code is good for a minute or so, and the first one may be older by now.
  await code.fill(codeFor(shop.app, admin))
  await button.click()
  await expect(page.getByRole('button', { name: 'Checking' })).toBeDisabled()
  held.resolve()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})
