import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { backupKeyOf } from '#app/.server/backup/backup-key.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { test as base, expect } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { madeOwn } from '#tests/support/opening.ts'
import type { Settings } from '#tests/support/shop-fixture.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'

/** The address of the stand-in is the environment's; its keys are not. */
const test = base.extend<{ stripe: StripeServer; settings: Settings }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
  stripe: async ({}, use) => {
    const stripe = await openStripeServer()
    await use(stripe)
    await stripe.close()
  },
  settings: async ({ stripe }, use) =>
    use({ STRIPE_API_URL: stripe.url, ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' }),
})

const isClean = (page: Page) => expectLooksRight(page, 'set-up', { targets: true })

test('an owner sets up mail and payments of an empty shop, and the list gets shorter [SETUP-01, SETUP-02, SETUP-04, SETUP-06, SETUP-07, KEYTRY-01, KEYTRY-02]', async ({
  admin: page,
  stripe,
  shop,
}) => {
  test.slow()
  const server = await emailServer()
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/admin/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'View tasks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup')
  await isClean(page)
  const email = page.getByRole('region', { name: 'Email', exact: true })
  const payments = page.getByRole('region', { name: 'Payments', exact: true })
  await expect(email.getByRole('listitem').first()).toHaveText(/^Email isn’t set up/)

  await email.getByText('Set up mail server…').click()
  await email.getByLabel('Host').fill('127.0.0.1')
  await email.getByLabel('Port').fill('none')
  await email.getByLabel('Encryption').selectOption('STARTTLS')
  await email.getByLabel('Send emails from').fill('orders@shop.example')
  await email.getByRole('button', { name: 'Save mail server' }).click()
  await expect(email.getByLabel('Port')).toHaveAccessibleDescription(/A port is a number/)
  await expect(email.getByLabel('Send emails from')).toHaveValue('orders@shop.example')
  await isClean(page)
  await email.getByLabel('Port').fill(String(server.port))
  await email.getByRole('button', { name: 'Save mail server' }).click()
  await expect(email).toContainText('No test email has been sent through this mail server yet.')
  await email.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(email.getByText('Done', { exact: true })).toBeVisible()
  expect(server.delivered.map(({ to }) => to)).toContainEqual(['ann@example.com'])

  await payments.getByText('Set up Stripe keys…').click()
  await payments.getByLabel('Secret key').fill('pk_test_public')
  await payments.getByLabel('Signing secret').fill(stripe.webhookSecret)
  await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
  await expect(payments.getByLabel('Secret key')).toHaveAccessibleDescription(
    /must begin with sk_test_/,
  )
  // Stripe does not know it; what was entered beside it stays.
  await payments.getByLabel('Secret key').fill('sk_test_mistyped')
  await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
  await expect(payments.getByLabel('Secret key')).toHaveAccessibleDescription(
    /Stripe doesn’t recognize this key/,
  )
  await expect(payments.getByLabel('Secret key')).toHaveValue('sk_test_mistyped')
  await expect(payments.getByLabel('Signing secret')).toHaveValue(stripe.webhookSecret)
  await payments.getByLabel('Secret key').fill(stripe.secretKey)
  // Stripe cannot be reached: a second press saves it.
  stripe.behave(500)
  await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
  await expect(payments.getByLabel('Secret key')).toHaveAccessibleDescription(
    /Stripe couldn’t be reached/,
  )
  await isClean(page)
  await payments.getByRole('button', { name: 'Save anyway' }).click()
  await expect(payments).toContainText('by ann@example.com.')
  await expect(payments).toContainText('weren’t tested')
  stripe.behave(null)
  await payments.getByText('Change Stripe keys…').click()
  await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
  await expect(payments).not.toContainText('weren’t tested')
  await expect(payments).toContainText('No test payment has been made yet. Buy')
  expect(shop.app.payments).toMatchObject({ provider: 'stripe', live: false })
  // On a phone the status is one line, until it is opened [ADM-23].
  await page.getByText(/^Status: /).click()
  await expect(page.getByRole('region', { name: 'Shop status' })).toContainText('Stripe, test mode')
  await page.reload()
  await payments.getByText('Change Stripe keys…').click()
  await expect(payments.getByLabel('Secret key')).toHaveValue('')
  expect(await page.content()).not.toContain(stripe.secretKey)
  await isClean(page)
  await server.close()
})

test('an owner makes the key of backups, keeps its file, and backups are encrypted to it [SETUP-09]', async ({
  admin: page,
  shop,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/admin/dashboard/setup')
  const backup = page.getByRole('region', { name: 'Backup', exact: true })
  await backup.getByText('Set up backup location…').click()
  await backup.getByLabel('Nightly backup location').fill('not a folder')
  await backup.getByRole('button', { name: 'Create key' }).click()
  const shown = backup.getByRole('region', { name: 'Backup key' })
  await expect(shown).toContainText('AGE-SECRET-KEY-')
  const recipient = backup.getByLabel('Encryption key')
  await expect(recipient).toHaveValue(/^age1/)
  await expect(backup.getByLabel('Nightly backup location')).toHaveValue('not a folder')
  await isClean(page)
  await backup.getByRole('button', { name: 'Save backup location' }).click()
  await expect(backup.getByLabel('Nightly backup location')).toHaveAccessibleDescription(
    /the full path/,
  )
  // Refused, and neither half is lost.
  await expect(shown).toContainText('AGE-SECRET-KEY-')
  await expect(recipient).toHaveValue(/^age1/)
  const download = page.waitForEvent('download')
  await backup.getByRole('link', { name: 'Download backup-key.txt' }).click()
  const key = join(folder, 'backup-key.txt')
  await (await download).saveAs(key)
  await backup.getByLabel('Nightly backup location').fill(folder)
  await backup.getByRole('button', { name: 'Save backup location' }).click()
  await expect(backup).toContainText('by ann@example.com.')

  const { config, db } = shop.app
  expect(await readFile(key, 'utf8')).toContain(
    `# public key: ${await backupKeyOf(config, db.orm, shop.app)}`,
  )
  await page.reload()
  expect(await page.content()).not.toContain('AGE-SECRET-KEY-')
  await expect(backup.getByRole('button', { name: 'Create another key' })).toBeVisible()
  await isClean(page)
  await rm(folder, { recursive: true })
})

test('a form that was refused stays open with what was typed, whatever becomes of another [SETUP-05]', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/admin/dashboard/setup')
  const email = page.getByRole('region', { name: 'Email', exact: true })
  const payments = page.getByRole('region', { name: 'Payments', exact: true })
  const from = email.getByLabel('Send emails from')
  await email.getByText('Set up mail server…').click()
  await from.fill('nobody')
  await email.getByLabel('Host').fill('mail.shop.example')
  await email.getByRole('button', { name: 'Save mail server' }).click()
  await expect(from).toHaveAccessibleDescription(/must be one email address/)
  await payments.getByText('Set up Stripe keys…').click()
  await payments.getByLabel('Secret key').fill('pk_test_public')
  await payments.getByRole('button', { name: 'Save Stripe keys' }).click()
  await expect(payments.getByLabel('Secret key')).toHaveAccessibleDescription(/must begin with/)
  await expect(from).toBeVisible()
  await expect(from).toHaveValue('nobody')

  // Folded by hand, it opens again where it is refused again.
  await email.getByText('Set up mail server…').click()
  await expect(from).toBeHidden()
  await email.getByText('Set up mail server…').click()
  await from.fill('orders@shop.example')
  const server = await emailServer()
  await email.getByLabel('Host').fill('127.0.0.1')
  await email.getByLabel('Port').fill(String(server.port))
  await email.getByLabel('Encryption').selectOption('STARTTLS')
  await email.getByRole('button', { name: 'Save mail server' }).click()
  await expect(email).toContainText('by ann@example.com.')
  await expect(from).toBeHidden()
  await expect(payments.getByLabel('Secret key')).toBeVisible()
  await expect(payments.getByLabel('Secret key')).toHaveValue('pk_test_public')
  await server.close()
})

test.describe('with a live key', () => {
  const live = base.extend<{ stripe: StripeServer; settings: Settings }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
    stripe: async ({}, use) => {
      const stripe = await openStripeServer(undefined, { live: true })
      await use(stripe)
      await stripe.close()
    },
    settings: async ({ stripe }, use) => use(stripe.settings()),
  })

  live(
    'an owner opens the shop once the samples are gone; until then it shows prices and sells nothing [OPENING-01, OPENING-02, OPENING-05, OPENING-06]',
    async ({ admin: page, browser, shop }) => {
      await shop.goldBecomes('130')
      const shopper = await (await browser.newContext({ baseURL: shop.url })).newPage()
      const buyNow = shopper.getByRole('button', { name: 'Buy Now' })
      await shopper.goto('/product/7')
      await expect(shopper.getByRole('main')).toContainText('Opening soon')
      await expect(shopper.getByRole('main')).toContainText('$2,596.00')
      await expect(buyNow).toBeHidden()
      expect(await brokenRules(shopper)).toEqual([])

      await page.goto('/admin/dashboard/setup')
      await expect(page.getByRole('region', { name: 'Shop status' })).toContainText(
        'The shop isn’t open yet',
      )
      const opening = page.getByRole('region', { name: 'Open the shop' })
      await expect(opening).toContainText('8 sample products are still shown')
      await expect(opening).toContainText('Replace the sample email address')
      await expect(opening.getByRole('button', { name: 'Open the Shop' })).toBeDisabled()
      const main = page.getByRole('main')
      await expect(main).toContainText('to finish before it can open')
      await expect(main).not.toContainText('Buy a piece to try it')
      await expect(main).toContainText('Once the shop is open, buy a piece yourself to try it')
      await expectLooksRight(page, 'opening', { targets: true })
      await madeOwn(shop.app)
      await page.reload()
      // What becomes public is named before it is [OPENING-03].
      const opens = opening.getByRole('button', { name: 'Open the Shop' })
      await expect(opens).toBeHidden()
      await opening.getByText('Open the shop…').click()
      await expect(main).toContainText('but you can open it now.')
      await expect(main).not.toContainText('to finish before it can open')
      await expect(opening).toContainText('anyone can buy your 8 products: Our ')
      await isClean(page)
      await opens.click()
      await expect(page.getByRole('region', { name: 'The shop is open' })).toContainText(
        'by ann@example.com',
      )
      await expect(main).toContainText('The shop is open and takes real money.')
      await page.goto('/admin/dashboard')
      await expect(page.getByRole('main')).not.toContainText('Setup isn’t finished')
      await page.goto('/admin/dashboard/setup')
      await isClean(page)
      await shopper.goto('/product/7')
      await expect(buyNow).toBeVisible()
      await expect(shopper.getByRole('banner')).not.toContainText('Opening soon')
    },
  )
})
