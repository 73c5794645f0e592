import { storeVisits } from '#app/.server/visits/commands/store-visits.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { firstAdmin, signIn } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

/** That of the browser of the tests says that it has no window, as that of a program does. */
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

for (const width of [390, 1440]) {
  test(`a visitor looks around and fills a cart, and staff see how many did, at ${width} [VISIT-01, VISIT-05]`, async ({
    page,
    shop,
    browser: engine,
  }) => {
    await shop.goldBecomes('130')
    const context = await engine.newContext({
      userAgent: browser,
      viewport: { width, height: 800 },
    })
    const visitor = await context.newPage()
    await visitor.goto(`${shop.url}/products?utm_source=spring-letter`)
    await visitor.waitForSelector('html[data-hydrated]')
    const piece = visitor.locator('a[href="/product/7"]').first()
    // Long enough for the page behind it to be fetched ahead.
    const ahead = visitor.waitForResponse(/product\/7\.data/)
    await piece.hover()
    await ahead
    await piece.click()
    await visitor.getByRole('button', { name: 'Add to Cart' }).click()
    await visitor.getByRole('dialog').getByText(/held/i).waitFor()
    await visitor.reload()
    await context.close()

    await page.setViewportSize({ width, height: 800 })
    await signIn(page, shop, await firstAdmin(shop.app))
    const visits = page.getByRole('region', { name: 'Visits' })
    await expect(visits.getByText(/^No visits yet/)).toBeVisible()
    await storeVisits(shop.app)
    await page.reload()
    const today = visits.getByRole('row', { name: /^Today/ })
    const figures = width < 640 ? ['1', '3', '0'] : ['1', '3', '1', '0', '0']
    await expect(today.getByRole('cell')).toHaveText(figures)
    await expect(today).toContainText(width < 640 ? '1 cart, 0 checkouts' : 'Today')
    await expect(visits.getByRole('row', { name: /spring-letter 1/ })).toBeVisible()
    await expect(visits.getByRole('row', { name: /\/products 1/ })).toBeVisible()
    await expectLooksRight(page, 'today-visits')
    expect(await brokenRules(page)).toEqual([])
    await visits.getByRole('link', { name: 'Last month' }).click()
    await expect(page).toHaveURL(/\?visits=last-month$/)
    await expect(visits.getByText('None in this period.')).toHaveCount(3)
  })
}
