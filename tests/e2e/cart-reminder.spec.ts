import type { Page } from '@playwright/test'
import { sendCartReminders } from '#app/.server/cart-reminders/jobs/send-cart-reminders.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { firstAdmin, giveSession } from '#tests/support/admin.ts'
import { reminders, setReminders } from '#tests/support/cart-reminders.ts'
import { emailServer, sendsThrough } from '#tests/support/email-server.ts'
import { expect, test } from '#tests/support/journey.ts'
import { linkInEmail } from '#tests/support/link-in-email.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test.slow()

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your cart' })

for (const width of [390, 1440]) {
  test(`a buyer who asked for it gets one email, whose link brings the cart back, and buys, at ${width} px [REMIND-01, REMIND-02, REMIND-04, REMIND-05, REMIND-07]`, async ({
    page,
    shop,
  }) => {
    const server = await emailServer()
    sendsThrough(shop, server)
    await page.setViewportSize({ width, height: 844 })
    await shop.goldBecomes('130')
    await page.goto('/product/7')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const box = page.getByRole('checkbox', { name: 'Email me once if I don’t finish' })
    await expect(drawer(page)).toContainText(/held/i)
    await expect(box).toHaveCount(0)

    await setReminders(shop.app, { enabled: true, hours: 2 })
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
    await expect(drawer(page)).toContainText(/held/i)
    await expect(box).not.toBeChecked()
    await box.check()
    const email = drawer(page).getByLabel('Email address')
    for (const wrong of ['ada at example', 'ada@example']) {
      await email.fill(wrong)
      await drawer(page).getByRole('button', { name: 'Checkout' }).click()
      await expect(email).toHaveAccessibleDescription(/Please enter an email address/)
      await expect(email).toBeFocused()
    }
    if (width === 1440) {
      await expectLooksRight(page, 'cart-reminder-box', { widths: [320, 390, 1440] })
    }
    await email.fill('ada@example.com')
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await page.waitForURL(/test-payment/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ada@')

    const work = async () => {
      await sendCartReminders(shop.app)
      await sendEmail(shop.app)
    }
    shop.clock.advance({ minutes: 121 })
    await work()
    const link = await linkInEmail(shop, server, /https?:[^\s"]+\/cart-reminder\/(?!end)[\w-]+/)
    const [sent] = server.delivered
    expect(sent?.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    expect((await reminders(shop.app))[0]?.email).toBeNull()

    // Another device, without the cart.
    await page.goto('/our-story')
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(drawer(page)).toContainText('Fir Cone')
    await expect(drawer(page)).toContainText(/held/i)
    await page.reload()
    await expect(drawer(page).getByLabel(/^Quantity of/)).toHaveValue('1')
    await drawer(page).getByRole('button', { name: 'Close cart' }).click()
    await expect(page.getByText('These pieces are back in your cart')).toBeVisible()
    if (width === 1440) {
      await expectLooksRight(page, 'cart-reminder', { widths: [320, 390, 1440], targets: true })
    }
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
    await drawer(page).getByRole('button', { name: 'Checkout' }).click()
    await page.waitForURL(/test-payment/)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank/i)

    await giveSession(page, shop, await firstAdmin(shop.app))
    await page.goto('/admin/dashboard')
    const figures = page.getByRole('region', { name: 'Cart reminders' }).getByRole('cell')
    await expect(figures).toHaveText(['1', '1', '1', /^\$[\d,]+\.\d\d$/])
    shop.clock.advance({ minutes: 121 })
    await work()
    const end = /https?:[^\s"]+\/cart-reminder\/end\/[\w-]+/.exec(sent?.words ?? '')?.[0] ?? ''
    await page.goto(new URL(new URL(end).pathname, shop.url).href)
    await page.getByRole('button', { name: 'End all reminders' }).click()
    await expect(page.getByText('You won’t get any more cart reminders')).toBeVisible()
    const subjects = server.delivered.flatMap(({ headers }) => headers.get('subject') ?? [])
    expect(subjects.filter((subject) => subject.includes('Your cart is still here'))).toHaveLength(
      1,
    )
    await server.close()
  })
}

test('staff set the hours, and one that is out of range is refused with what was entered [REMIND-01]', async ({
  admin: page,
}) => {
  await page.goto('/admin/dashboard/reminders')
  await page.getByRole('checkbox', { name: 'Offer a cart reminder' }).check()
  const hours = page.getByLabel('Hours after checkout')
  await hours.fill('73')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(hours).toHaveAccessibleDescription(/Please enter a number from 1 to 72/)
  await expect(hours).toHaveValue('73')
  await hours.fill('2')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Changes saved successfully')).toBeVisible()
})
