import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/journey.ts'

/** The pages that Chromium fetched ahead by the speculation rules, and how that went. */
async function fetchedAhead(page: Page) {
  const pages = new Map<string, string>()
  const rules: object[] = []
  const browser = await page.context().newCDPSession(page)
  browser.on('Preload.ruleSetUpdated', ({ ruleSet }) => rules.push(ruleSet))
  browser.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) =>
    pages.set(new URL(prefetchUrl).pathname, status),
  )
  await browser.send('Preload.enable')
  return { pages, rules }
}

test('before a page is hydrated, the browser itself fetches the page behind a link, and none that is not public [FAST-04]', async ({
  page,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  const { pages, rules } = await fetchedAhead(page)
  const going = page.goto('/qa')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => rules.length).toBe(1)
  expect(rules[0]).not.toHaveProperty('errorType')

  const closed = ['/admin', '/admin/dashboard', '/order/1', '/test-payment/1', '/api/nothing']
  await page.evaluate((paths) => {
    for (const path of [...paths, '/contact']) {
      const link = document.createElement('a')
      link.href = path
      link.textContent = `to ${path}`
      link.className = 'added'
      link.style.display = 'block'
      document.querySelector('main')?.prepend(link)
    }
  }, closed)
  for (const path of [...closed, '/contact']) {
    await page.getByText(`to ${path}`, { exact: true }).hover()
    await page.waitForTimeout(400)
  }
  await expect.poll(() => pages.get('/contact')).toBe('Ready')
  expect([...pages.keys()]).toEqual(['/contact'])
  await page.evaluate(() => {
    for (const link of document.querySelectorAll('.added')) link.remove()
  })
  release()
  await going
})

test('once a page is hydrated, the router fetches the data of the next page, and the browser nothing besides [FAST-04]', async ({
  page,
}) => {
  const { pages, rules } = await fetchedAhead(page)
  await page.goto('/')
  await expect.poll(() => rules.length).toBe(1)
  const link = page.getByRole('main').locator('.card-link').first()
  const path = await link.getAttribute('href')
  await link.hover()
  await expect(page.locator(`link[rel=prefetch][href="${path}.data"]`)).toHaveCount(1)
  await page.waitForTimeout(400)
  expect([...pages.keys()]).toEqual([])
})

test('a page in English needs the two preloaded files of type; another letter brings the whole file [FAST-05]', async ({
  page,
}) => {
  const files = new Set<string>()
  page.on('response', async (response) => {
    const file = /\/assets\/([a-z-]+?)-[\w-]{8}\.woff2$/.exec(response.url())?.[1]
    if (file && response.status() === 200) files.add(file)
  })
  let bytes = 0
  for (const path of ['/', '/products', '/product/7', '/gold-price', '/contact']) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    const preloaded = await page.locator('link[rel=preload][as=font]').all()
    const sizes = preloaded.map(async (link) => {
      const file = await page.request.get((await link.getAttribute('href')) ?? '')
      return (await file.body()).length
    })
    bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  expect([...files].toSorted()).toEqual(['cormorant', 'instrument-sans'])
  expect(bytes).toBeLessThanOrEqual(42_000)

  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) heading.textContent = 'Émile'
  })
  await expect.poll(() => [...files].toSorted()[1]).toBe('cormorant-latin-wght-normal')
})
