import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, test as base, expect, type Page, type ViewportSize } from '@playwright/test'
import { TOTP } from 'otpauth'
import { emailServer } from './email-server.ts'
import { openGoldFeedServer } from './gold-feed-server.ts'
import { addressOf, freePort, type Program, run, serveCommand } from './process.ts'
import { openStripeServer, type StripeServer } from './stripe-server.ts'

type Started = {
  url: string
  setupLink: string
  stripe: StripeServer
  program: Program
  /** A folder elsewhere, for backups. */
  backups: string
}

/** The server as `npm start` starts it, in an empty folder, with stand-ins of what is beyond it. */
export const test = base.extend<{ shop: Started; mail: Awaited<ReturnType<typeof emailServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  mail: async ({}, use) => {
    const server = await emailServer()
    await use(server)
    await server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  shop: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'four-nines-whole-'))
    const backups = mkdtempSync(join(tmpdir(), 'four-nines-backups-'))
    const stripe = await openStripeServer()
    stripe.pages = 'https://checkout.stripe.test'
    const feeds = await openGoldFeedServer()
    // $130.00 a gram.
    feeds.set('gold-api', { price: 4043.451984 })
    const program = run(serveCommand, {
      ...feeds.settings('gold-api'),
      STRIPE_API_URL: stripe.url,
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      DATA_DIR: folder,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    })
    const url = await addressOf(program)
    const [, setupLink = ''] = await program.says(/(http\S+\/admin\/setup\/[\w-]+)/)
    stripe.webhookUrl = `${url}/api/stripe/webhook`
    await use({ url, setupLink, stripe, program, backups })
    await program.stop()
    await feeds.close()
    await stripe.close()
    for (const each of [folder, backups]) rmSync(each, { recursive: true, force: true })
  },
})

/** Hands in a code of the app that is being set up; the password was asked for before. */
export async function addsApp(page: Page, button: string): Promise<void> {
  const link = page.getByRole('link', { name: 'Open it in an app' })
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret')
  await page.getByLabel(appCode).fill(new TOTP({ secret: secret ?? '' }).generate())
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await page.getByRole('link', { name: 'to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}
const appCode = /Authenticator code/

/** Another browser, in which Stripe's pages are those of the stand-in. */
export async function newPage(browser: Browser, { url, stripe }: Started, viewport: ViewportSize) {
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' })
  await context.route(`${stripe.pages}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await fetch(stripe.url + pathname, { method: route.request().method() })
    const contentType = response.headers.get('Content-Type') ?? 'text/html'
    await route.fulfill({ status: response.status, contentType, body: await response.text() })
  })
  return context.newPage()
}
