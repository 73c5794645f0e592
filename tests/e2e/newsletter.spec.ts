import { readFileSync } from 'node:fs'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { linkInEmail } from '#tests/support/link-in-email.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { setNewsletter, subscribers } from '#tests/support/newsletter.ts'
import { visitors } from '#tests/support/visitors.ts'

test.slow()

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  sendsThrough(shop, server)
})
test.afterEach(() => server.close())

for (const { who, use } of visitors) {
  test.describe(who, () => {
    test.use(use)

    test('signs up on the contact page, confirms by email, and unsubscribes [NEWS-01, NEWS-03, NEWS-04, NEWS-06]', async ({
      page,
      shop,
    }) => {
      await setNewsletter(shop.app, { enabled: true })
      await page.goto('/contact')
      const form = page.getByRole('region', { name: 'Newsletter' })
      const box = page.getByRole('checkbox', { name: /email me news/ })
      await expect(box).not.toBeChecked()
      await form.getByLabel('Email address').fill('ada@example.com')
      await form.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Please check the box')).toBeVisible()
      await expect(page.getByLabel('Email address')).toHaveValue('ada@example.com')
      const looks = { widths: [320, 390, 1440] }
      if (who === 'a visitor at a desk') await expectLooksRight(page, 'newsletter-refused', looks)
      await box.check()
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.getByText('Check your email.')).toBeVisible()
      expect(await subscribers(shop.app)).toEqual([])

      await page.goto(await linkInEmail(shop, server, /\/newsletter\/(?!leave)[\w-]+/))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('You’re signed up.')).toBeVisible()
      expect(await subscribers(shop.app)).toMatchObject([
        { email: 'ada@example.com', source: '/contact' },
      ])

      await page.goto(await linkInEmail(shop, server, /\/newsletter\/leave\/[\w-]+/))
      if (who === 'a visitor at a desk') await expectLooksRight(page, 'newsletter-leave', looks)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByText('You’re unsubscribed')).toBeVisible()
      expect(await subscribers(shop.app)).toEqual([])
    })
  })
}

test('staff turn it on, export the list, and remove an address [NEWS-04, NEWS-05]', async ({
  page,
  shop,
}) => {
  const owner = await firstAdmin(shop.app)
  await giveSession(page, shop, owner)
  await page.goto('/admin/dashboard/newsletter')
  await expect(page.getByText('No one has signed up yet.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Offer the newsletter' }).check()
  await page.getByLabel('What visitors agree to').fill('News, twice a year.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
  await page.goto('/our-story')
  await expect(page.getByRole('checkbox', { name: 'News, twice a year.' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Newsletter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible()

  const at = shop.app.now()
  await shop.app.db.orm.insert(newsletterSubscribers).values({
    ...{ email: 'ada@example.com', requestedAt: at, confirmedAt: at },
    ...{ source: '/contact', sentence: 'News, twice a year.', version: 2 },
  })
  await page.goto('/admin/dashboard/newsletter')
  await expect(page.getByText('1 subscriber', { exact: true })).toBeVisible()
  shop.clock.advance({ minutes: 11 })
  const exportButton = page.getByRole('button', { name: 'Export subscribers (CSV)' })
  await exportButton.click()
  await page.getByRole('link', { name: 'Confirm' }).click()
  await page.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Thank you.')).toBeVisible()
  await page.goto('/admin/dashboard/newsletter')
  const download = page.waitForEvent('download')
  await exportButton.click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('ada@example.com')

  await page.getByLabel('Remove an address').fill('Ada@example.com')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The address was removed from the list.')).toBeVisible()
  await expect(page.getByText('No one has signed up yet.')).toBeVisible()
  expect(await subscribers(shop.app)).toEqual([])
})
