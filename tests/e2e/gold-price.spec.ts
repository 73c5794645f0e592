import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

test('the course of the gold price is read by keyboard, point by point, and follows the market [LIVE-06, LIVE-07, LIVE-19]', async ({
  page,
  shop,
}) => {
  for (const perGram of ['130', '131', '129.5']) {
    await shop.goldBecomes(perGram)
    shop.clock.advance({ minutes: 6 })
  }
  await page.goto('/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gold price history' }).click()
  await page.getByRole('link', { name: 'Day', exact: true }).click()
  await expect(page).toHaveURL(/\/gold-price\?range=day$/)
  const point = page.getByRole('slider', { name: 'Point in time' })
  await expect(point).toHaveAttribute('aria-valuetext', /: \$129\.50 per gram$/)
  // A line through a point says that it was chosen.
  const chosen = page.locator('svg path.stroke-muted')
  await expect(chosen).toHaveCount(0)
  await point.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(point).toHaveAttribute('aria-valuetext', /: \$131\.00 per gram$/)
  await expect(chosen).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(point).toHaveAttribute('aria-valuetext', /: \$130\.00 per gram$/)
  await shop.goldBecomes('132.25')
  await expect(page.getByRole('main')).toContainText(/to \$132\.25 per gram, up \$2\.25/)
  await page.getByText('View as a table').click()
  await expect(page.getByRole('row').last()).toContainText('$132.25')
  expect(await brokenRules(page)).toEqual([])
})

test('the price history of a product names its size by the key of its address [SIZEURL-08]', async ({
  page,
}) => {
  await page.goto('/product/7?size=Large')
  await page.getByText('Price history', { exact: true }).click()
  await page.getByRole('link', { name: 'Compare with the gold price' }).click()
  await expect(page).toHaveURL(/\/gold-price\?range=month&piece=7&size=Large$/)
  const size = page.getByRole('navigation', { name: 'Size' })
  await expect(size.locator('[aria-current]')).toContainText('Large')
  await page.getByRole('main').getByRole('link', { name: 'Fir Cone' }).click()
  await expect(page).toHaveURL(/\/product\/7\?size=Large$/)
})

test('a product page shows what the piece cost, read only when asked for [LIVE-06]', async ({
  page,
  shop,
}) => {
  await shop.goldBecomes('130')
  shop.clock.advance({ minutes: 200 })
  await shop.goldBecomes('131')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/product/7')
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  expect(asked.filter((path) => /history|piece-chart/.test(path))).toEqual([])
  await page.getByText('Price history', { exact: true }).click()
  await expect(page.getByRole('slider')).toBeVisible()
  const slip = page.getByRole('region', { name: 'Price breakdown' })
  const price = (await slip.getByRole('row').last().getByRole('cell').textContent()) ?? ''
  await expect(page.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`${price.replace(/[$.]/g, '\\$&')}$`),
  )
  await shop.goldBecomes('140')
  await expect(page.getByRole('main')).toContainText(/Fir Cone, Small, has gone from .*, up/)
  await page.getByText('View as a table').click()
  await expect(page.getByRole('row').last()).toContainText('$140.00')
  expect(await brokenRules(page)).toEqual([])
})

test.describe('in a zone where it is the next day already', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('times are those of the shop’s clock, the same before and after the browser has taken over [LIVE-16]', async ({
    page,
    browser,
    shop,
  }) => {
    await shop.goldBecomes('130')
    shop.clock.advance({ minutes: 6 })
    await shop.goldBecomes('131')
    const order = await paidOrder(shop.app)
    const plain = await browser.newContext({
      ...{ baseURL: shop.url, javaScriptEnabled: false, timezoneId: 'Pacific/Kiritimati' },
    })
    const asServed = await plain.newPage()
    for (const path of [
      ...['/', '/products', '/product/7', '/gold-price?range=day', '/gold-price?range=year'],
      ...['/journal', `/order/${order.token}`],
    ]) {
      await asServed.goto(path)
      const served = await shownTimes(asServed)
      await page.goto(path)
      await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
      expect(served.length, path).toBeGreaterThan(0)
      expect(await shownTimes(page), path).toEqual(served)
      expect(served.join(), path).not.toContain('UTC')
    }
    await plain.close()
  })
})

/** What a page says of days and hours, in its order. */
const shownTimes = (page: Page) =>
  page.evaluate(() => {
    const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
    const time = new RegExp(
      `(?:${months})[a-z]* \\d{1,2}(?:, \\d{4})?(?:,? (?:at )?\\d{1,2}:\\d\\d [AP]M \\w+)?|© \\d{4}`,
      'g',
    )
    return (document.body.textContent?.replaceAll('\u00a0', ' ').match(time) ?? []).map(String)
  })
