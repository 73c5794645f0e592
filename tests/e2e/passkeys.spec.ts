import type { CDPSession, Page } from '@playwright/test'
import { requestPasswordLink } from '#app/.server/auth/commands/request-password-link.ts'
import { sendPasswordLinks } from '#app/.server/auth/jobs/send-password-links.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, signIn } from '#tests/support/admin.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import { test as base, expect } from '#tests/support/journey.ts'

/** Passkeys belong to a name, and an address of numbers is none: the shop is opened as localhost. */
const test = base.extend<{ device: CDPSession }>({
  baseURL: async ({ shop }, use) => {
    await use(atLocalhost(shop))
  },
  /** A device of the browser's that holds passkeys and says that its owner was verified. */
  device: async ({ page }, use) => {
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await use(device)
  },
})

function atLocalhost({ app, url }: TestShop): string {
  const named = new URL(url)
  named.hostname = 'localhost'
  app.publicUrl = named.origin
  return named.origin
}

test.slow()

async function addPasskey(
  page: Page,
  shop: TestShop,
  admin: Parameters<typeof codeFor>[1] & { password: string },
  name: string,
) {
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('Passkey name').fill(name)
  await form.getByLabel('Current password').fill(admin.password)
  await form.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await form.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
}

test('a passkey is added, signs in, confirms, is renamed and removed [PASSKEY-01, PASSKEY-04, PASSKEY-05, FRESH-02]', async ({
  page,
  shop,
  device,
  baseURL,
}) => {
  const admin = await firstAdmin(shop.app)
  await signIn(page, { app: shop.app, url: baseURL ?? '' }, admin)
  shop.clock.advance({ minutes: 1 })
  await page.goto('/admin/account')
  const section = page.getByRole('region', { name: 'Passkeys' })
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await page.getByText('Add a passkey…').click()
  await form.getByRole('button', { name: 'Add passkey' }).click()
  await expect(form.getByLabel('Passkey name')).toHaveAccessibleDescription(/fill this in/)
  await form.getByLabel('Passkey name').fill('Telephone')
  await form.getByLabel('Current password').fill('wrong wrong wrong')
  await form.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await form.getByRole('button', { name: 'Add passkey' }).click()
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(
    /isn’t your current password/,
  )
  expect(await brokenRules(page)).toEqual([])
  await addPasskey(page, shop, admin, 'Telephone')
  await expect(section.getByRole('listitem')).toContainText('Telephone')
  expect(await brokenRules(page)).toEqual([])

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.goto('/admin/dashboard/shipping')
  await expect(page).toHaveURL(/\/admin\/login$/)
  const use = page.getByRole('button', { name: 'Use a Passkey' })
  await expect(use).toBeVisible()
  expect(await brokenRules(page)).toEqual([])
  await use.click()
  await expect(page).toHaveURL(/\/admin\/dashboard\/shipping$/)

  // Ten minutes later a gold price far from the market is confirmed by it.
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard/gold-price')
  const perGram = page.getByLabel('Price per gram (USD)')
  await expect(async () => {
    await perGram.fill('99')
    await expect(perGram).toHaveValue('99', { timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Update Gold Price' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page.getByText('Saved: $99.00 per gram')).toBeVisible()

  await page.goto('/admin/account')
  await section.getByText('Rename').click()
  await section.getByLabel('New name for Telephone').fill('Ann’s telephone')
  await section.getByRole('button', { name: 'Save Name' }).click()
  await expect(section.getByRole('listitem')).toContainText('Ann’s telephone')
  shop.clock.advance({ minutes: 11 })
  await page.reload()
  await section.getByRole('button', { name: 'Remove, Ann’s telephone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, admin))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await use.click()
  await expect(page.getByRole('alert')).toContainText('This passkey wasn’t accepted.')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await device.detach()
})

test('a passkey replaces the code where a forgotten password is replaced [FORGOT-03]', async ({
  page,
  shop,
  device,
  baseURL,
}) => {
  const admin = await firstAdmin(shop.app)
  await signIn(page, { app: shop.app, url: baseURL ?? '' }, admin)
  shop.clock.advance({ minutes: 1 })
  await page.goto('/admin/account')
  await page.getByText('Add a passkey…').click()
  await addPasskey(page, shop, admin, 'Telephone')
  let path = ''
  shop.app.mail = {
    send: async ({ text }) => {
      path ||= /\/admin\/password\/[\w-]{43}/.exec(text)?.[0] ?? ''
    },
  }
  await requestPasswordLink(shop.app, admin.email)
  await expect(async () => {
    await sendPasswordLinks(shop.app)
    expect(path).not.toBe('')
  }).toPass()
  await page.goto(path)
  const password = 'another sentence of silver'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Confirm with a Passkey and Change' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await device.detach()
})

test('another passkey stands for password and code where one is added [PASSKEY-04]', async ({
  page,
  shop,
  device,
  baseURL,
}) => {
  const admin = await firstAdmin(shop.app)
  await signIn(page, { app: shop.app, url: baseURL ?? '' }, admin)
  shop.clock.advance({ minutes: 1 })
  await page.goto('/admin/account')
  await page.getByText('Add a passkey…').click()
  await addPasskey(page, shop, admin, 'Telephone')
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('Passkey name').fill('Again')
  await form.getByRole('button', { name: 'Confirm with a Passkey Instead' }).click()
  // The same device: it was recognized, and holds one already.
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey')
  await device.detach()
})

test('no public page loads the library for passkeys, and the sign-in page only once it is used [PASSKEY-06]', async ({
  page,
  shop,
  device,
}) => {
  await firstAdmin(shop.app)
  const scripts: string[] = []
  const bodies: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    bodies.push(
      response.text().then(
        (text) => scripts.push(text),
        () => undefined,
      ),
    )
  })
  const loaded = async () => {
    await page.waitForLoadState('networkidle')
    await Promise.all(bodies)
    return scripts.some((text) => text.includes('navigator.credentials.get('))
  }
  for (const path of ['/', '/products', '/product/7', '/admin/login']) {
    await page.goto(path)
    expect(await loaded(), path).toBe(false)
  }
  expect(scripts.length).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await loaded()).toBe(true)
  await device.detach()
})
