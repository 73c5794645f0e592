import { sql } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { brand } from '#brand'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession, signIn } from '#tests/support/admin.ts'
import { expect, test, withoutClipboard } from '#tests/support/journey.ts'

test('an admin changes the password, and is signed out everywhere else [AUTH-26, AUTH-23, SESS-09]', async ({
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
  const form = page.getByRole('form', { name: 'Change password' })
  const current = form.getByLabel('Current password')
  const fresh = form.getByLabel('New password', { exact: true })
  const again = form.getByLabel('Confirm new password')
  const code = form.getByLabel('Authenticator code')
  const change = form.getByRole('button', { name: 'Change Password' })

  await expect(change).toBeHidden()
  await page.getByText('Change password…').click()
  await change.click()
  await expect(page.getByRole('alert')).toContainText('Your password wasn’t changed')
  for (const field of [current, fresh, code]) {
    await expect(field).toHaveAccessibleDescription(/Please fill this in\./)
  }
  await expect(current).toBeFocused()
  await current.fill('a sentence that is wrong')
  await fresh.fill('qwertyuiop123')
  await again.fill('qwertyuiop124')
  await code.fill(codeFor(shop.app, admin))
  await change.click()
  await expect(again).toHaveAccessibleDescription(/doesn’t match/)
  await expect(again).toBeFocused()
  await again.fill('qwertyuiop123')
  await change.click()
  await expect(current).toHaveAccessibleDescription(/isn’t your current password/)
  await current.fill(admin.password)
  await change.click()
  await expect(fresh).toHaveAccessibleDescription(/too easy to guess\./)
  await expect(fresh).toHaveAttribute('aria-invalid', 'true')
  await expect(fresh).toBeFocused()
  expect(await brokenRules(page)).toEqual([])

  const password = 'another sentence of silver'
  await fresh.fill(password)
  await again.fill(password)
  await code.fill(codeFor(shop.app, admin))
  await change.click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(change).toBeHidden()
  await page.getByText('Change password…').click()
  for (const field of [current, fresh, again, code]) await expect(field).toHaveValue('')

  await page.goto('/admin/dashboard/log')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'ann@example.com changed the password' }),
  ).toBeVisible()
  await elsewhere.goto('/admin/dashboard')
  await expect(elsewhere).toHaveURL(/\/admin\/login$/)
  shop.clock.advance({ minutes: 2 })
  await signIn(elsewhere, shop, { ...admin, password })
  await expect(elsewhere).toHaveURL(/\/admin\/dashboard$/)
  await elsewhere.context().close()
})

test('a form that was refused stays open with what was typed when another is refused [AUTH-26, SESS-08]', async ({
  admin: page,
}) => {
  await page.goto('/admin/account')
  const password = page.getByRole('form', { name: 'Change password' })
  const address = page.getByRole('form', { name: 'Email address' })
  const fresh = password.getByLabel('New password', { exact: true })
  await page.getByText('Change password…').click()
  await fresh.fill('another sentence of silver')
  await password.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText('Your password wasn’t changed')
  await page.getByText('Change email…').click()
  await address.getByLabel('New email address').fill('new@example.com')
  await address.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText('Your email address wasn’t changed')
  await expect(fresh).toBeVisible()
  await expect(fresh).toHaveValue('another sentence of silver')
})

test('an admin sees where they are signed in, and ends it elsewhere [SESS-03, SESS-04]', async ({
  page,
  browser,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await signIn(page, shop, admin)
  shop.clock.advance({ minutes: 1 })
  const elsewhere = []
  for (const userAgent of [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  ]) {
    const other = await (await browser.newContext({ baseURL: shop.url, userAgent })).newPage()
    await signIn(other, shop, admin)
    shop.clock.advance({ minutes: 1 })
    elsewhere.push(other)
  }
  await page.goto('/admin/account')
  const section = page.getByRole('region', { name: 'Where you’re signed in' })
  const sessions = section.getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  await expect(sessions.filter({ hasText: '(this one)' })).toContainText('Chrome on Linux')
  await expect(sessions.filter({ hasText: 'Firefox on Linux' })).toContainText('127.0.0.1')
  expect(await brokenRules(page)).toEqual([])

  await section.getByRole('button', { name: 'End Session, Firefox on Linux' }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(sessions).toHaveCount(3)
  const [firefox, iPhone, edge] = elsewhere
  await firefox?.goto('/admin/dashboard')
  await expect(firefox ?? page).toHaveURL(/\/admin\/login$/)
  await iPhone?.goto('/admin/account')
  await expect(iPhone ?? page).toHaveURL(/\/admin\/account$/)

  await section.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expect(sessions).toHaveCount(1)
  for (const other of [iPhone, edge]) {
    await other?.goto('/admin/dashboard')
    await expect(other ?? page).toHaveURL(/\/admin\/login$/)
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await Promise.all(elsewhere.map((other) => other.context().close()))
})

test('an admin makes new recovery codes, which are shown once, to copy or print [SESS-06, PEOPLE-01, PEOPLE-02]', async ({
  page,
  context,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  await page.goto('/admin/account')
  const form = page.getByRole('form', { name: 'Recovery codes' })
  const section = page.getByRole('region', { name: 'Recovery codes' })
  await expect(section).toContainText('10 unused recovery codes')
  await page.getByText('Generate new codes…').click()
  await form.getByRole('button', { name: 'Generate New Codes' }).click()
  await expect(form.getByLabel('Authenticator code')).toHaveAccessibleDescription(
    /Please fill this in\./,
  )
  await form.getByLabel('Current password').fill(admin.password)
  await form.getByLabel('Authenticator code').fill(admin.recoveryCodes[0] ?? '')
  await form.getByRole('button', { name: 'Generate New Codes' }).click()
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expect(codes.first()).toHaveText(/^[0-9A-Z]{6}(-[0-9A-Z]{6}){3}$/)
  expect(await brokenRules(page)).toEqual([])
  const fresh = (await codes.first().textContent()) ?? ''
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await section.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(section.getByText('Copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split(/\r?\n/)).toEqual(await codes.allTextContents())
  await withoutClipboard(page)
  await section.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(section.getByText('This browser can’t copy them.')).toBeVisible()
  // A long code fits a phone.
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize(size)
  // On paper nothing else stands.
  await page.emulateMedia({ media: 'print' })
  // biome-ignore lint/performance/useDomNodeTextContent: what is laid out is what is printed.
  const paper = (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean)
  expect(paper.slice(0, 2)).toEqual([brand.name, expect.stringContaining(admin.email)])
  expect(paper.slice(2)).toEqual(await codes.allTextContents())
  await page.emulateMedia({ media: null })
  await page.reload()
  await expect(codes).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByLabel('Authenticator code').fill(fresh)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/admin\/dashboard$/)
  await page.goto('/admin/account')
  await expect(section).toContainText('9 unused recovery codes')
  await expect(section).not.toContainText('Create new ones now')

  await shop.app.db.orm.execute(
    sql`update admin_recovery_codes set used_at = now() where admin_id = ${admin.id} and code_hash in (
      select code_hash from admin_recovery_codes where used_at is null limit 7)`,
  )
  await page.goto('/admin/dashboard')
  await expect(page.getByText('You have 2 recovery codes left')).toBeVisible()
  await page.getByRole('link', { name: 'Create new ones' }).click()
  await expect(section).toContainText('2 unused recovery codes')
  await expect(section).toContainText('Create new ones now')
  expect(await brokenRules(page)).toEqual([])
})

test('an admin changes the authenticator app, and the old one counts until the new one is proved [SESS-07]', async ({
  page,
  shop,
}) => {
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  await page.goto('/admin/account')
  const form = page.getByRole('form', { name: 'Change authenticator app' })
  await page.getByText('Change authenticator app…').click()
  await form.getByLabel('Current password').fill(admin.password)
  await form.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await form.getByRole('button', { name: 'Continue' }).click()
  const address = form.getByRole('link', { name: 'Open it in an app' })
  const uri = new URL((await address.getAttribute('href')) ?? '')
  expect(await brokenRules(page)).toEqual([])
  await form.getByLabel('Code from the new app').fill('000000')
  await form.getByRole('button', { name: 'Use the New App' }).click()
  await expect(form.getByLabel('Code from the new app')).toHaveAccessibleDescription(
    'That code isn’t right. Enter the current code from your authenticator app.',
  )
  await expect(address).toHaveAttribute('href', uri.href)
  const secret = Secret.fromBase32(uri.searchParams.get('secret') ?? '')
  await form.getByLabel('Code from the new app').fill(codeFor(shop.app, { secret }))
  await form.getByRole('button', { name: 'Use the New App' }).click()
  await expect(page.getByText('Authenticator app changed')).toBeVisible()
  await expect(page.getByText('Change authenticator app…')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  shop.clock.advance({ minutes: 1 })
  await signIn(page, shop, { ...admin, secret })
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('an admin asks for another email address, which confirms it by a link [SESS-08]', async ({
  page,
  shop,
}) => {
  const emails: string[] = []
  shop.app.mail = {
    send: async ({ to, text }) => {
      emails.push(`${to}\n${text}`)
    },
  }
  const admin = await firstAdmin(shop.app)
  await giveSession(page, shop, admin)
  await page.goto('/admin/account')
  const form = page.getByRole('form', { name: 'Email address' })
  await page.getByText('Change email…').click()
  await form.getByLabel('New email address').fill('no address')
  await form.getByLabel('Current password').fill(admin.password)
  await form.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await form.getByRole('button', { name: 'Send the Link' }).click()
  await expect(form.getByLabel('New email address')).toHaveAccessibleDescription(/like name@/)
  expect(await brokenRules(page)).toEqual([])
  await form.getByLabel('New email address').fill('ann@new.example')
  await form.getByRole('button', { name: 'Send the Link' }).click()
  await expect(page.getByText('Link sent', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('You sign in as ann@example.com')

  const asked = emails.find((email) => email.startsWith('ann@new.example\n')) ?? ''
  const link = /\S+\/admin\/email\/[\w-]+/.exec(asked)?.[0] ?? ''
  await page.goto(link)
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm the Address' }).click()
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await page.goto('/admin/account')
  await expect(page.getByRole('main')).toContainText('You are signed in as ann@new.example')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
})
