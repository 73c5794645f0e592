import { smtpEmail } from '#app/.server/emails/gateway/smtp.ts'
import { type EmailServer, emailServer } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { linkInEmail } from '#tests/support/link-in-email.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { setNewsletter, subscribers } from '#tests/support/newsletter.ts'

test.slow()

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  const from = { name: '', address: 'orders@shop.example' }
  shop.app.mail = smtpEmail({ url: server.url, reach: 'anywhere', from })
})
test.afterEach(() => server.close())

const visitors = [
  { who: 'a visitor on a phone', use: { viewport: { width: 390, height: 844 } } },
  { who: 'a visitor at a desk', use: {} },
  { who: 'a visitor without JavaScript', use: { javaScriptEnabled: false } },
]

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
  admin: page,
}) => {
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
})
