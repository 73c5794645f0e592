import type { Page } from '@playwright/test'
import { type EmailServer, emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { linkInEmail } from '#tests/support/link-in-email.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'
import { storedAlerts } from '#tests/support/price-alerts.ts'
import { visitors } from '#tests/support/visitors.ts'

test.slow()

let server: EmailServer
test.beforeEach(async ({ shop }) => {
  server = await emailServer()
  sendsThrough(shop, server)
  await shop.goldBecomes('130')
})
test.afterEach(() => server.close())

const summary = (page: Page) => page.getByText('Email me when the price drops below…')
const tall = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

const toConfirm = /https?:[^\s"]+\/price-alert\/(?!end)[\w-]+/
const toEnd = /https?:[^\s"]+\/price-alert\/end\/[\w-]+/

for (const { who, use } of visitors) {
  test.describe(who, () => {
    test.use(use)
    const looks = async (page: Page, name: string) => {
      if (who !== 'a visitor at a desk') return
      await expectLooksRight(page, `price-alert-${name}`, { widths: [320], targets: true })
      await expectLooksRight(page, `price-alert-${name}`, { widths: [360, 768, 1440] })
    }

    test('asks for a price, confirms it by email, and gets one email when it is reached [PIECEALERT-01, PIECEALERT-04, PIECEALERT-06, PIECEALERT-08]', async ({
      page,
      shop,
    }) => {
      await page.goto('/product/7')
      const button = page.getByRole('button', { name: 'Set price alert' })
      await expect(button).toBeHidden()
      await page.getByRole('radio', { name: /Large/ }).check()
      await summary(page).click()
      await looks(page, 'form')
      await page.getByLabel('Your price ($)').fill('9,000')
      await page.getByLabel('Email address').fill('ada@example.com')
      await button.click()

      const amount = page.getByLabel('Your price ($)')
      await expect(amount).toHaveAccessibleDescription(/already under \$9,000\.00/)
      await expect(amount).toHaveValue('9,000')
      await expect(page.getByText(/^Large is \$[\d,.]+ now\.$/)).toBeVisible()
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await looks(page, 'refused')
      await amount.fill('3,500')
      await button.click()
      await expect(page.getByText('Check your email.')).toBeVisible()
      await looks(page, 'asked')
      expect(await storedAlerts(shop.app)).toEqual([])

      const link = await linkInEmail(shop, server, toConfirm, 1)
      const [asking] = server.delivered
      expect(asking?.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
      expect(asking?.headers.get('list-unsubscribe')?.[0]).toMatch(
        /^<https?:.*\/price-alert\/end\//,
      )
      await page.goto(link)
      await looks(page, 'confirm')
      await page.getByRole('button', { name: 'Confirm the alert' }).click()
      await expect(page.getByText('Your alert is set.')).toBeVisible()
      expect(await storedAlerts(shop.app)).toMatchObject([
        { productId: '7', sizeKey: 'Large', underCents: 350_000 },
      ])
      await looks(page, 'confirmed')

      await shop.goldBecomes('60')
      const end = await linkInEmail(shop, server, toEnd, 2)
      const [, email] = server.delivered
      expect(email?.to).toEqual(['ada@example.com'])
      expect(email?.headers.get('subject')).toEqual(['Fir Cone (Large) is under $3,500.00'])
      expect(email?.headers.get('list-unsubscribe')?.[0]).toMatch(/\/price-alert\/end\//)
      expect(await storedAlerts(shop.app)).toEqual([])

      // Another alert of the same address is ended by the link of the last email.
      await shop.goldBecomes('130')
      await page.goto('/product/7')
      await summary(page).click()
      await page.getByLabel('Your price ($)').fill('$1900.00')
      await page.getByLabel('Email address').fill('ada@example.com')
      await button.click()
      await page.goto(await linkInEmail(shop, server, toConfirm, 3))
      await page.getByRole('button', { name: 'Confirm the alert' }).click()
      await expect(page.getByText('Your alert is set.')).toBeVisible()
      await page.goto(end)
      await expect(page.getByText('Fir Cone (Small) under $1,900.00')).toBeVisible()
      await looks(page, 'end')
      await page.getByRole('button', { name: 'End this alert' }).click()
      await expect(page.getByText('The alert has ended.')).toBeVisible()
      expect(await storedAlerts(shop.app)).toEqual([])
      await shop.goldBecomes('55')
      await page.waitForTimeout(6000)
      expect(server.delivered).toHaveLength(3)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the form pushes nothing down, and the page stays short [PIECEALERT-08, PDP-25, PDP-26]', async ({
    page,
  }) => {
    for (const id of ['5', '6', '7', '8']) {
      await page.goto(`/product/${id}`)
      const buy = await page.getByRole('button', { name: 'Buy Now' }).boundingBox()
      const form = await summary(page).boundingBox()
      expect(buy?.y, id).toBeLessThanOrEqual(900)
      expect(form?.y, id).toBeGreaterThan(buy?.y ?? 0)
      expect(await tall(page), id).toBeLessThanOrEqual(5500)
    }
  })
})
