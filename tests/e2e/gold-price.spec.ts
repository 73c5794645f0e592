import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

test('the course of the gold price is read by keyboard, point by point, and follows the market [LIVE-06, LIVE-07]', async ({
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
  await point.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(point).toHaveAttribute('aria-valuetext', /: \$131\.00 per gram$/)
  await page.keyboard.press('Home')
  await expect(point).toHaveAttribute('aria-valuetext', /: \$130\.00 per gram$/)
  await shop.goldBecomes('132.25')
  await expect(page.getByRole('main')).toContainText(/to \$132\.25 per gram, up \$2\.25/)
  await page.getByText('As a table').click()
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
  await expect(page.getByRole('main')).toContainText(/Fir Cone, Small, went from .*, up/)
  await page.getByText('As a table').click()
  await expect(page.getByRole('row').last()).toContainText('$140.00')
  expect(await brokenRules(page)).toEqual([])
})
