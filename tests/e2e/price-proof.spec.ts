import { formatLongDay } from '#app/domain/time/day.ts'
import { expect, test } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

test('whoever doubts a price finds it on record and works the sum out [PROOF-06, PROOF-07]', async ({
  page,
  shop,
}) => {
  test.slow()
  await shop.goldBecomes('130')
  await page.goto('/gold-price')
  await page.getByRole('main').getByRole('link', { name: 'Verify our prices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify our prices' })).toBeVisible()
  await expect(
    page.getByText('Everything checks out: the one record matches the price we stored.'),
  ).toBeVisible()
  const paths = [page.url()]
  const today = shop.app.now().toISOString().slice(0, 10)
  await page.getByRole('link', { name: formatLongDay(today), exact: true }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Gold prices for ${formatLongDay(today)}` }),
  ).toBeVisible()
  paths.push(page.url())
  await page.getByRole('link', { name: '$130.00 per gram' }).click()
  await expect(page).toHaveURL(/\/proof\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold price #1')
  await page.getByLabel('Weight in grams').fill('14.2')
  await page.getByLabel('Fee (USD)').fill('60.00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('definition').last()).toHaveText('$1,906.00')
  await expect(page.getByText('14.2 g × $130.00')).toBeVisible()
  paths.push(page.url())
  for (const [at, path] of paths.entries()) {
    await page.goto(path)
    await expectLooksRight(page, `proof-${at}`, { widths: [320, 360, 1440], height: 900 })
  }
})
