import { brokenRules } from '#tests/support/accessibility.ts'
import { type GoldFeedServer, openGoldFeedServer } from '#tests/support/gold-feed-server.ts'
import { test as base, expect } from '#tests/support/journey.ts'

/** A shop whose website is a stand-in; `settings` point there. */
const test = base.extend<{ feeds: GoldFeedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
  feeds: async ({}, use) => {
    const feeds = await openGoldFeedServer()
    await use(feeds)
    await feeds.close()
  },
  settings: async ({ feeds }, use) => {
    await use(feeds.settings('website'))
  },
})

const tab = '/admin/dashboard/gold-price'

// Long journeys; the time for opening the shop and signing in counts as well.
test.slow()

test('a price set by hand is previewed, saved, counted down, and on shop pages at once, open ones and new ones [CACHE-02, GADM-02, GADM-03, GADM-06, LIVE-01, ERR-02]', async ({
  admin: page,
  context,
  shop,
}) => {
  const shopPage = await context.newPage()
  await shopPage.goto('/product/7')
  await page.clock.install()
  await page.goto(tab)
  const perGram = page.getByLabel('Price per gram (USD)')
  const perOunce = page.getByLabel('Price per troy ounce (USD)')
  const save = page.getByRole('button', { name: 'Update Gold Price' })
  await expect(page.getByText('Per troy ounce$4,083.20')).toBeVisible()
  await expect(save).toBeDisabled()

  // The page may still be arriving.
  await expect(async () => {
    await perOunce.fill('4354.49')
    await expect(perGram).toHaveValue('140.00', { timeout: 2000 })
  }).toPass()
  await perGram.fill('140.01')
  await expect(perOunce).toHaveValue('4354.801')
  await perGram.fill('140')
  await expect(perOunce).toHaveValue('4354.49')
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview).toContainText('at $140.00 per gram, +6.6% from now. Not saved yet.')
  await expect(preview.getByRole('row', { name: 'Small, 14.7 g' })).toContainText('$2,808.00')
  await expect(shopPage.getByRole('main')).not.toContainText('$140.00')

  expect(await brokenRules(page)).toEqual([])

  // From here on time stands still in this page unless it is moved.
  await page.clock.pauseAt(Date.now() + 60_000)
  await save.click()
  const toast = page.getByText('Gold price updated successfully')
  await expect(toast).toBeVisible()
  await expect(page.getByText('Saved: $140.00 per gram, $4,354.49 per troy ounce')).toBeVisible()
  // The page from before the change was in the server's memory.
  expect(await (await page.request.get('/product/7')).text()).toContain('$140.00')
  await expect(save).toBeDisabled()
  // It stays for three seconds: a moment before it is still there.
  await page.clock.fastForward(2900)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(100)
  await expect(toast).toBeHidden()
  await expect(shopPage.getByRole('main')).toContainText('$140.00')
  await expect(page.getByRole('region', { name: 'Shop status' })).toContainText(
    '$140.00 per gram, set by us',
  )
  await expect(page.getByRole('timer')).toHaveText(/^(1:59:\d\d|2:00:00)$/)

  // It ends by itself, and not before its end.
  shop.clock.advance({ minutes: 110 })
  await page.clock.fastForward('01:50:00')
  await expect(page.getByRole('timer')).toHaveText(/^0:(0\d|10):\d\d$/)
  shop.clock.advance({ minutes: 10 })
  await page.clock.fastForward('00:10:00')
  await expect(page.getByRole('timer')).toBeHidden()
})

test('a price far from the market shows what it does, and is saved only when typed twice [GADM-18]', async ({
  admin: page,
  context,
}) => {
  const shopPage = await context.newPage()
  await shopPage.goto('/product/7')
  await page.goto(tab)
  const perGram = page.getByLabel('Price per gram (USD)')
  const again = page.getByLabel('Enter the same price again')
  const save = page.getByRole('button', { name: 'Update Gold Price' })
  const form = page.getByRole('region', { name: 'Set an exact price' })
  await expect(async () => {
    await perGram.fill('131')
    await expect(save).toBeEnabled({ timeout: 2000 })
  }).toPass()
  await expect(again).toBeHidden()
  await perGram.fill('13.13')
  await expect(form).toContainText('−90.0% from the last known price of $131.2778 per gram')
  await expect(form.getByRole('listitem')).toHaveCount(2)
  await expect(form.getByRole('listitem').first()).toHaveText(/: \$[\d,.]+ → \$[\d,.]+$/)
  expect(await brokenRules(page)).toEqual([])

  await save.click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Enter it a second time to save it.')
  await expect(perGram).toHaveValue('13.13')
  await again.fill('131.3')
  await save.click()
  await expect(banner).toContainText('The second number is different. Enter')
  await expect(page.getByText('Per gram$131.2778')).toBeVisible()

  await again.fill('13.13')
  await save.click()
  await expect(page.getByText('Saved: $13.13 per gram')).toBeVisible()
  await expect(again).toBeHidden()
  await expect(shopPage.getByRole('main')).toContainText('$13.13')

  // Back to the market needs no second figure.
  await perGram.fill('131.28')
  await expect(again).toBeHidden()
  await save.click()
  await expect(shopPage.getByRole('main')).toContainText('$131.28')
})

test('a fresh price is fetched, or refused with the reason, held, accepted and rejected; all of it is written down [GADM-07, GADM-08, GADM-09, GADM-12, LIVE-03, LIVE-04, ERR-01, A11Y-02]', async ({
  admin: page,
  feeds,
  shop,
}) => {
  await shop.goldBecomes('140')
  await page.goto(tab)
  const current = page.getByRole('region', { name: 'Current price' })
  const fetchFresh = page.getByRole('button', { name: 'Fetch Fresh Market Price' })
  await expect(current).toContainText('$140.00')
  feeds.set('website', { price: 4090 })
  await fetchFresh.click()
  await expect(
    page.getByText('New gold price fetched from website and saved to database'),
  ).toBeVisible()
  await expect(current).toContainText('$4,090.00')
  await expect(page.getByRole('timer')).toBeHidden()

  feeds.set('website', 'nothing')
  await fetchFresh.click()
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Failed to fetch new live gold price from website')
  await banner.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(banner).toBeHidden()
  // The focus is not lost with the banner.
  await expect(page.locator('#main:focus, #main :focus')).toHaveCount(1)

  feeds.set('website', { price: 4600 })
  await fetchFresh.click()
  const held = page.getByRole('region', { name: 'Waiting for your decision' })
  await expect(held).toContainText('On hold because it moves +12.5%; the source gives no time.')
  await expect(current).toContainText('$4,090.00')
  expect(await brokenRules(page)).toEqual([])
  await held.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Held price accepted')).toBeVisible()
  await expect(current).toContainText('$4,600.00')

  feeds.set('website', { price: 6000 })
  await fetchFresh.click()
  await expect(held).toContainText('$6,000.00')
  await held.getByRole('button', { name: 'Reject' }).click()
  await expect(held).toBeHidden()
  await expect(current).toContainText('$4,600.00')
  await page.getByRole('button', { name: 'Reload Saved Price' }).click()
  await expect(page.getByText('Gold price refreshed from database')).toBeVisible()

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const log = page.getByRole('list', { name: 'Entries, newest first' })
  for (const entry of [
    'rejected the gold price on hold: $6,000.00 per troy ounce',
    'accepted the gold price on hold: $4,600.00 per troy ounce',
    'fetched the gold price: $4,090.00 per troy ounce',
  ]) {
    const listed = log.getByRole('listitem').filter({ hasText: entry })
    await expect(listed).toContainText('ann@example.com')
  }
  await page.getByRole('link', { name: 'System', exact: true }).click()
  await page.getByRole('link', { name: 'Recent errors', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Gold price sources', exact: true })).toContainText(
    'reported $6,000.00 per troy ounce',
  )
  expect(await brokenRules(page)).toEqual([])
})

/** The answer of a write is open until `release`, and so is every reload of page data before it. */
function holdAnswers() {
  const held = window as typeof window & { release: () => void; hasBegun: boolean }
  const released = new Promise<void>((resolve) => {
    held.release = resolve
  })
  const { fetch } = window
  window.fetch = async (address, init) => {
    if (!String(address).includes('.data')) return fetch(address, init)
    if (init?.method !== 'POST') {
      if (held.hasBegun) await released
      return fetch(address, init)
    }
    const response = await fetch(address, init)
    const text = await response.text()
    held.hasBegun = true
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        void released.then(() => controller.close()).catch(() => undefined)
      },
    })
    return new Response(body, response)
  }
}

test('a price that changes while an answer is under way interrupts nothing [LIVE-01, GADM-12]', async ({
  admin: page,
  shop,
}) => {
  await shop.goldBecomes('140')
  await page.addInitScript(holdAnswers)
  await page.goto(tab)
  const current = page.getByRole('region', { name: 'Current price' })
  await page.getByRole('button', { name: 'Reload Saved Price' }).click()
  await page.waitForFunction(() => 'hasBegun' in window)
  await shop.goldBecomes('141')
  await expect(page.getByRole('region', { name: 'Shop status' })).toContainText('$141.00')
  await page.evaluate(() => (window as typeof window & { release: () => void }).release())
  await expect(page.getByText('Gold price refreshed from database')).toBeVisible()
  await expect(current).toContainText('$141.00')
})
