import { expect, test } from '#tests/support/journey.ts'

test('a new price reaches every open page without a reload, and is announced there [LIVE-01, GOLD-07]', async ({
  page,
  context,
  shop,
}) => {
  await context.clock.install()
  await page.goto('/product/7')
  const other = await context.newPage()
  await other.goto('/products')
  await page.evaluate(() => {
    window.addEventListener('goldPriceUpdated', (event) => {
      const heard = (event as CustomEvent).detail
      Object.assign(window, { heard })
    })
  })
  // Time stands still in both pages: a price that one of them had to ask for would never come.
  await context.clock.pauseAt(Date.now() + 60_000)
  await shop.goldBecomes('100.25')
  await expect(page.getByRole('main')).toContainText('$100.25')
  await expect(other.getByRole('main')).toContainText('$100.25')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard?: object }).heard))
    .toMatchObject({
      pricePerGram: 100.25,
      source: 'admin-exact',
      timestamp: expect.stringMatching(/^\d{4}-/),
    })
})

test('the browser event updates the widget, with no change shown [GOLD-07, GOLD-08]', async ({
  page,
}) => {
  // The stream tells the shop's price whenever it connects, which would replace what an event said.
  await page.route('**/api/gold-price/stream', (route) => route.abort())
  const answered = page.waitForResponse('**/.netlify/functions/gold')
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('$2,886.32')
  await (await answered).finished()
  // The answer is still to be read by the page.
  await expect(async () => {
    await page.evaluate(() => {
      window.dispatchEvent(
        new CustomEvent('goldPriceUpdated', {
          detail: { pricePerGram: 100, timestamp: new Date().toISOString(), source: 'a test' },
        }),
      )
    })
    await expect(footer).toContainText('$3,110.35', { timeout: 2000 })
    await expect(footer).toContainText('0.00 (0.00%)', { timeout: 2000 })
  }).toPass()
  await page.evaluate(() => {
    window.dispatchEvent(
      new CustomEvent('goldPriceUpdated', { detail: { pricePerGram: Number.NaN } }),
    )
  })
  await expect(footer).toContainText('$3,110.35')
})

test('the widget asks on load and every two minutes, and keeps its price when nobody answers [GOLD-05, GOLD-09]', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/.netlify/functions/gold', (route) => {
    asked += 1
    return asked === 1 ? route.continue() : route.fulfill({ status: 503, body: 'away' })
  })
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  await page.clock.fastForward(100_000)
  expect(asked).toBe(1)
  await page.clock.fastForward(20_000)
  await expect.poll(() => asked).toBe(2)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('$2,886.32')
  await expect(footer).toContainText('HTTP 503')
})

test('no answer shows an older price than the last one stored [LIVE-07]', async ({
  request,
  shop,
}) => {
  for (const perGram of ['93.01', '93.02', '93.03']) {
    await shop.goldBecomes(perGram)
    const answer = await (await request.get('/.netlify/functions/gold')).json()
    expect(answer.pricePerGram).toBe(Number(perGram))
    for (const path of ['/', '/products', '/product/7']) {
      expect(await (await request.get(path)).text()).toContain(`$${perGram}`)
    }
  }
})
