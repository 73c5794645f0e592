import { get } from 'node:https'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { openBuiltShop } from '#tests/support/built-shop.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { freePort } from '#tests/support/process.ts'
import {
  type Certificates,
  makeCertificates,
  missingForProxy,
  openTlsProxy,
  type ProxyName,
  proxiedName,
  removeCertificates,
} from '#tests/support/tls-proxy.ts'
import config from '../../playwright.config.ts'

/**
 * The shop as it stands on the internet: a proxy with its configuration in deploy/ takes https with a certificate of an authority that
 * Chromium is told to trust, and hands requests to the shop over http.
 */
const test = base.extend<{ proxyName: ProxyName }, { certificates: Certificates }>({
  proxyName: ['nginx', { option: true }],
  certificates: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
    async ({}, use) => {
      const certificates = makeCertificates()
      await use(certificates)
      removeCertificates(certificates)
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ certificates }, use) => {
      const { args = [], ...options } = config.use?.launchOptions ?? {}
      const trusted = `--ignore-certificate-errors-spki-list=${certificates.authorityKeyHash}`
      const here = `--host-resolver-rules=MAP ${proxiedName} 127.0.0.1`
      await use({ ...options, args: [...args, trusted, here] })
    },
    { scope: 'worker' },
  ],
  /** The address is the proxy's, of a shop that is told so and takes test payments. */
  shop: async ({ certificates, proxyName, settings }, use) => {
    const port = await freePort()
    const url = `https://${proxiedName}:${port}`
    const shop = await openBuiltShop({ PUBLIC_URL: url, TEST_PAYMENTS: 'yes', ...settings })
    const proxy = await openTlsProxy(proxyName, certificates, { port, to: shop.url })
    await use({ ...shop, url })
    await proxy.stop()
    await shop.close()
  },
})

/** With CI set it fails instead. */
const skipWithout = (proxy: ProxyName) =>
  test.skip(!process.env.CI && missingForProxy(proxy) !== null, missingForProxy(proxy) ?? '')

// The whole way from the setup link to a paid order, with passwords hashed on purpose slowly.
test.slow()
// One after the other: each worker that begins another browser reads the whole program again.
test.describe.configure({ mode: 'default' })

async function fillsAccount(page: Page, link: string, password: string) {
  await page.goto(link)
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

for (const proxyName of ['nginx', 'caddy'] as const) {
  test.describe(`behind ${proxyName}, a trusted proxy`, () => {
    skipWithout(proxyName)
    test.use({ proxyName, settings: { TRUST_PROXY: '1' } })

    test('the shop is set up, signed in to and changed, and sells, over https [EDGE-01, EDGE-02, SEC-04, DEPLOY-02]', async ({
      page,
      context,
      shop,
      certificates,
    }) => {
      const password = 'a long sentence of gold'
      await fillsAccount(page, (await setupLink(shop.app)) ?? '', password)
      expect(new URL(page.url()).origin).toBe(shop.url)
      const address = await page
        .getByRole('link', { name: 'Open it in an app' })
        .getAttribute('href')
      const app = new TOTP({ secret: new URL(address ?? '').searchParams.get('secret') ?? '' })
      const code = () => app.generate({ timestamp: shop.app.now().getTime() })
      await page.getByLabel('Authenticator code').fill(code())
      await page.getByRole('button', { name: 'Create the account' }).click()
      await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
      await page.getByRole('link', { name: 'to the dashboard' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/admin\/login$/)

      shop.clock.advance({ minutes: 2 })
      await page.getByLabel('Email').fill('ann@example.com')
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('Authenticator code').fill(code())
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      const cookies = await context.cookies()
      expect(cookies.map(({ name }) => name).join()).toContain('session')
      for (const { name, secure, httpOnly } of cookies)
        expect([name, secure, httpOnly]).toEqual([name, true, true])

      await page.goto('/admin/dashboard/shipping')
      await page.getByLabel('Processing time').fill('4 days')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Changes saved successfully')).toBeVisible()

      await page.goto('/product/7')
      await expect(page.getByRole('main')).toContainText('Processing time: 4 days')
      await page.getByRole('radio', { name: /Small/ }).check()
      // The price comes through the proxy as it changes, not when some buffer is full.
      await shop.goldBecomes('140')
      await expect(page.getByRole('main')).toContainText('$140.00')
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      const drawer = page.getByRole('dialog', { name: 'Your cart' })
      await expect(drawer).toContainText(/held/i)
      await drawer.getByRole('button', { name: 'Checkout' }).click()
      await expect(page).toHaveURL(new RegExp(`^${shop.url}/test-payment/`))
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect(page).toHaveURL(new RegExp(`^${shop.url}/order/`))
      await expect(page.getByRole('main')).toContainText(/FN-\w{4}-\w{4}/)

      // Chromium was told which key to trust; this client checks name and chain by itself.
      const { port } = new URL(shop.url)
      const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
        const ca = certificates.authority
        const options = { host: '127.0.0.1', port, servername: proxiedName, ca, agent: false }
        get({ ...options, path: '/healthz', headers: { Host: proxiedName } }, (answer) => {
          answer.resume()
          resolve(answer.headers)
        }).on('error', reject)
      })
      expect(headers['strict-transport-security']).toContain('max-age=31536000')
    })
  })
}

test.describe('where the settings do not fit', () => {
  skipWithout('nginx')
  test('a form says that TRUST_PROXY is not set, with scripts and without [EDGE-03]', async ({
    page,
    browser,
    shop,
  }) => {
    const link = (await setupLink(shop.app)) ?? ''
    await fillsAccount(page, link, 'a long sentence of gold')
    await expect(page.getByRole('heading', { name: 'Not accepted' })).toBeVisible()
    await expect(page.getByText(/Set TRUST_PROXY to the number of proxies/)).toBeVisible()

    const plain = await browser.newPage({ javaScriptEnabled: false })
    await fillsAccount(plain, link, 'a long sentence of gold')
    await expect(plain.getByRole('heading', { name: 'Not accepted' })).toBeVisible()
    await expect(plain.getByText(/Set TRUST_PROXY to the number of proxies/)).toBeVisible()
    await plain.close()
  })

  test.describe('PUBLIC_URL is another address', () => {
    test.use({ settings: { TRUST_PROXY: '1', PUBLIC_URL: 'https://www.shop.test' } })

    test('a form says which address is set, and by what [EDGE-03]', async ({ page, shop }) => {
      const link = new URL((await setupLink(shop.app)) ?? '')
      await fillsAccount(page, link.pathname, 'a long sentence of gold')
      await expect(page.getByText(/own address is https:\/\/www\.shop\.test;/)).toBeVisible()
      await expect(page.getByText(/set by PUBLIC_URL/)).toBeVisible()
    })
  })
})
