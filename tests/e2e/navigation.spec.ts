import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/journey.ts'

const bar = (page: Page) => page.getByRole('banner')
const foot = (page: Page) => page.getByRole('contentinfo')
const menu = (page: Page, label: string) =>
  bar(page).locator('summary:visible').filter({ hasText: label })
const link = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

/** Until the page answers to script: the theme's switch is bound last of all. */
const untilHydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('footer button') ?? {}).some((key) => /^__react/.test(key)),
  )

test('the bar stays where it is, and a new page begins at its top [NAV-01, NAV-03, NAV-09]', async ({
  page,
}) => {
  await page.goto('/')
  await untilHydrated(page)
  for (const down of [0, 40, 700, 1500]) {
    await page.evaluate((y) => window.scrollTo(0, y), down)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(down)
    const box = await link(page, 'Contact').boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 64)).toBeLessThanOrEqual(64)
    // Nothing of the page is over it: what is met in its middle is the link itself.
    const seen = await link(page, 'Contact').evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(seen).toBe(true)
  }
  for (const [name, path] of [
    ['Collections', '/products'],
    ['Our Story', '/our-story'],
    ['Custom Work', '/custom-work'],
    ['Contact', '/contact'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, 600))
    await link(page, name).click()
    await expect(page).toHaveURL(path)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
})

test('a menu closes with the route, at Escape, at a press outside, and for the other one [NAV-04, NAV-05, NAV-06, NAV-08]', async ({
  page,
}) => {
  await page.goto('/')
  await untilHydrated(page)
  const topic = link(page, 'FinCEN Reporting')
  await menu(page, 'Q & A').click()
  await expect(topic).toBeVisible()
  await menu(page, 'Guarantees').click()
  await expect(topic).toBeHidden()
  await expect(link(page, 'Recast')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link(page, 'Recast')).toBeHidden()
  await expect(menu(page, 'Guarantees')).toBeFocused()
  await menu(page, 'Q & A').click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(topic).toBeHidden()
  await menu(page, 'Q & A').click()
  await topic.click()
  await expect(page).toHaveURL('/qa/fincen-reporting')
  await expect(topic).toBeHidden()
  await menu(page, 'Q & A').click()
  await link(page, 'All Q & A Topics').click()
  await expect(page).toHaveURL('/qa')
})

test('menus open and are walked through by keyboard alone [A11Y-02]', async ({ page }) => {
  await page.goto('/')
  await untilHydrated(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await menu(page, 'Guarantees').focus()
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'All Guarantees')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'Material')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'Weight')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(page, 'Recast')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'All Guarantees')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/material-guarantee')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 640 } })
  test('one menu offers it all, and closes when something is chosen [NAV-07, NAV-08]', async ({
    page,
  }) => {
    await page.goto('/')
    await untilHydrated(page)
    await expect(link(page, 'Contact')).toBeHidden()
    await menu(page, 'Menu').click()
    for (const name of ['Collections', 'All Q & A Topics', 'History Behind 24k', 'Weight']) {
      await expect(link(page, name)).toBeVisible()
    }
    await link(page, 'Contact').click()
    await expect(page).toHaveURL('/contact')
    await expect(link(page, 'Contact')).toBeHidden()
  })
})

test('each change of route is shown by an overlay for 600 ms, the first page none [NAV-13]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await untilHydrated(page)
  const fade = page.locator('.route-fade')
  await expect(fade).toHaveCount(0)
  // Kept from the moment it appears: it is gone again before a slow test would ask.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const fade = document.querySelector('.route-fade')
      if (!fade) return
      const [animation] = fade.getAnimations()
      Object.assign(window, { lasts: animation?.effect?.getComputedTiming().endTime })
    }).observe(document.body, { childList: true, subtree: true })
  })
  await link(page, 'Our Story').click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { lasts?: number }).lasts))
    .toBe(600)
  await expect(fade).toHaveCount(0)
})

test('50 particles drift until they are switched off, which is saved [NAV-12, A11Y-03]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.dust i')].map(
        (speck) => speck.getAnimations()[0]?.playState ?? 'none',
      ),
    )
  await page.goto('/')
  await expect.poll(states).toEqual(Array(50).fill('running'))
  await foot(page).getByRole('button', { name: 'Pause motion' }).click()
  await expect.poll(states).toEqual(Array(50).fill('paused'))
  await page.reload()
  await expect.poll(states).toEqual(Array(50).fill('paused'))
  await foot(page).getByRole('button', { name: 'Resume motion' }).click()
  await expect.poll(states).toEqual(Array(50).fill('running'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(states).toEqual(Array(50).fill('none'))
  await expect(page.locator('.dust')).toBeHidden()
})

for (const width of [320, 768, 1440]) {
  test(`at ${width} pixels no particle ever meets text or a picture [NAV-14]`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/products', '/qa/history-24k']) {
      await page.goto(path)
      await expect(page.locator('.dust i')).toHaveCount(50)
      const met = await page.evaluate(() => {
        const content = [...document.querySelectorAll('main *')]
          .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
          .flatMap((element) => {
            // Of a row that is swiped, what is seen of it.
            const row = element.closest('.swiped, .chips')?.getBoundingClientRect()
            const seen = ({ left, top, right, bottom }: DOMRect) => {
              const from = Math.max(left, row?.left ?? left)
              const to = Math.min(right, row?.right ?? right)
              return new DOMRect(from, top, Math.max(0, to - from), bottom - top)
            }
            if (element.matches('img')) return [seen(element.getBoundingClientRect())]
            return [...element.childNodes].flatMap((node) => {
              if (node.nodeType !== Node.TEXT_NODE) return []
              const range = document.createRange()
              range.selectNodeContents(node)
              return [...range.getClientRects()].map(seen)
            })
          })
          .filter(({ width }) => width > 0)
        const left = Math.min(...content.map((box) => box.left))
        const right = Math.max(...content.map((box) => box.right))
        const specks = [...document.querySelectorAll('.dust i')]
        return specks.flatMap((speck) => {
          const [drift] = speck.getAnimations()
          const duration = Number(drift?.effect?.getTiming().duration)
          return [0, 0.5, 1].flatMap((share) => {
            drift?.pause()
            if (drift) drift.currentTime = duration * share
            const box = speck.getBoundingClientRect()
            const isFree = box.right <= left || box.left >= right
            return isFree ? [] : [`${box.left} to ${box.right}, text ${left} to ${right}`]
          })
        })
      })
      expect(met, path).toEqual([])
    }
  })
}

test('the theme follows the system until one is chosen, and the choice is kept', async ({
  page,
}) => {
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const paper = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(paper)
  const night = await ground()
  await foot(page).getByText('Light', { exact: true }).click()
  await expect.poll(ground).toBe(paper)
  await page.reload()
  expect(await ground()).toBe(paper)
  await foot(page).getByText('System', { exact: true }).click()
  await expect.poll(ground).toBe(night)
})

test('an unknown path is a real 404 with the way home [ROUTE-02, ROUTE-03]', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.getByRole('main')).toContainText("The page you're looking for doesn't exist.")
  await expect(foot(page)).toContainText('per gram')
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL('/')
})

test('an error of the gold price stands in orange under the price that is kept [GOLD-09, GOLD-10]', async ({
  page,
}) => {
  await page.route('**/api/gold-price/stream', (route) => route.abort())
  await page.route('**/.netlify/functions/gold', (route) =>
    route.fulfill({
      json: {
        success: false,
        pricePerGram: 131.2778,
        price: 4083.2,
        source: 'gold-api',
        error: 'No answer',
      },
    }),
  )
  await page.goto('/')
  const error = foot(page).getByText('No answer')
  await expect(error).toBeVisible()
  await expect(foot(page)).toContainText('$131.28')
  const [color, notice] = await error.evaluate((element) => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--notice)'
    document.body.append(probe)
    return [getComputedStyle(element).color, getComputedStyle(probe).color]
  })
  expect(color).toBe(notice)
})

test('a change of the gold price is announced politely [A11Y-04, LIVE-02]', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  await untilHydrated(page)
  await expect(page.getByRole('status').filter({ hasText: 'Gold price' })).toHaveCount(0)
  await shop.goldBecomes('100.25')
  await expect(page.getByRole('status').filter({ hasText: 'Gold price' })).toHaveText(
    'Gold price: $100.25 per gram.',
  )
  await expect(foot(page)).toContainText(/Set by us, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M P[DS]T/)
})
