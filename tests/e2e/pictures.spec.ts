import type { Locator, Page } from '@playwright/test'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'

const gallery = (page: Page) => page.getByRole('region', { name: /^Pictures of/ })
const large = (page: Page) => gallery(page).getByRole('link', { name: /View full screen/ })
const viewer = (page: Page) =>
  page.getByRole('dialog', { name: 'Pictures of Sound Wave, full screen' })
const shown = (page: Page) => viewer(page).locator('img')
const width = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().width)

/** In the layout: what only swings or grows for a moment has not moved. */
const placeOf = (one: Locator) =>
  one.evaluate((element: HTMLElement) => [
    element.offsetLeft,
    element.offsetTop,
    element.offsetWidth,
    element.offsetHeight,
  ])

async function opensViewer(page: Page) {
  await page.goto('/product/5')
  await large(page).click()
  await expect(viewer(page)).toBeVisible()
}

/** What the browser holds for the largest thing painted so far. */
const largest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect()
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          resolve(element instanceof HTMLImageElement ? element.currentSrc : `${element?.tagName}`)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

for (const { name, size } of [
  { name: 'a phone', size: { width: 390, height: 844 } },
  { name: 'a desk', size: { width: 1440, height: 900 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: size })

    test('the largest thing painted is the picture, as AVIF [PIC-02, PIC-04]', async ({ page }) => {
      await page.goto('/')
      await expect.poll(() => largest(page)).toMatch(/\/pictures\/hero-\d+\.avif$/)
      await page.goto('/product/5')
      await expect.poll(() => largest(page)).toMatch(/\/pendants\/sound-wave-front-\d+\.avif$/)
    })

    test('nothing moves when pictures come late [PIC-03]', async ({ page }) => {
      const late: (() => void)[] = []
      let come = false
      await page.route(/\.(avif|webp|jpg)$/, async (route) => {
        if (!come) await new Promise<void>((resolve) => late.push(resolve))
        await route.continue()
      })
      for (const path of ['/', '/products', '/product/5', '/our-story']) {
        come = false
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        const picture = page.locator('main img').first()
        await expect(picture).toBeAttached()
        const before = await placeOf(picture)
        await expect.poll(() => late.length, { message: path }).toBeGreaterThan(0)
        come = true
        for (const release of late.splice(0)) release()
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0)
        expect(await placeOf(picture), path).toEqual(before)
      }
    })
  })
}

test('a phone of twice the density asks for a card’s picture of 672 pixels [PIC-02]', async ({
  browser,
  shop,
}) => {
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
  })
  const page = await phone.newPage()
  await page.goto(`${shop.url}/products`)
  const picture = page.locator('main article img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-672\.avif$/)
  await phone.close()
})

test('what the viewer needs is fetched when it is wanted', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/product/5')
  expect(asked.filter((url) => /\/viewer-/.test(url))).toEqual([])
  await large(page).click()
  await expect(viewer(page)).toBeVisible()
  expect(asked.filter((url) => /\/viewer-/.test(url))).not.toEqual([])
})

test('pictures over the whole screen, by keyboard: turned, enlarged, closed [PIC-05, A11Y-02]', async ({
  page,
}) => {
  await page.goto('/product/5')
  await large(page).focus()
  await page.keyboard.press('Enter')
  await expect(viewer(page)).toBeVisible()
  await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-front.jpg')
  await page.keyboard.press('ArrowRight')
  await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-body.jpg')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-scale.jpg')
  await expect(viewer(page).getByRole('status')).toContainText('Picture 5 of 5')

  const fitted = await width(shown(page))
  await page.keyboard.press('+')
  await expect.poll(() => width(shown(page))).toBeGreaterThan(fitted * 1.4)
  // An enlarged picture is moved, not turned.
  await page.keyboard.press('ArrowRight')
  await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-scale.jpg')
  await page.keyboard.press('-')
  await expect.poll(() => width(shown(page))).toBe(fitted)

  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab')
    const inside = await viewer(page).evaluate(
      (dialog) =>
        document.activeElement === document.body || dialog.contains(document.activeElement),
    )
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(large(page)).toBeFocused()
  // The page shows what was looked at last.
  await expect(large(page).locator('img')).toHaveAttribute('src', '/pendants/sound-wave-scale.jpg')
})

test('a click enlarges the picture where it is clicked, a drag moves it, a click fits it again [PIC-05]', async ({
  page,
}) => {
  await opensViewer(page)
  const box = await shown(page).boundingBox()
  if (!box) throw new Error('no picture')
  const point = { x: box.x + box.width * 0.6, y: box.y + box.height * 0.4 }
  await page.mouse.click(point.x, point.y)
  await expect.poll(() => width(shown(page))).toBeGreaterThanOrEqual(box.width * 2)
  const enlarged = await shown(page).boundingBox()
  if (!enlarged) throw new Error('no picture')
  expect((point.x - enlarged.x) / enlarged.width).toBeCloseTo(0.6, 2)
  expect((point.y - enlarged.y) / enlarged.height).toBeCloseTo(0.4, 2)
  await expect
    .poll(() => shown(page).evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-1600\.avif$/)

  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  await page.mouse.move(point.x - 50, point.y - 30, { steps: 3 })
  await page.mouse.up()
  await expect
    .poll(() => shown(page).boundingBox())
    .toMatchObject({ x: enlarged.x - 50, y: enlarged.y - 30 })

  await page.mouse.click(point.x, point.y)
  await expect.poll(() => width(shown(page))).toBe(box.width)
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await expect(viewer(page)).toBeHidden()
})

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a swipe turns, two fingers enlarge [PIC-05]', async ({ page }) => {
    await page.goto('/product/5')
    await large(page).tap()
    await expect(viewer(page)).toBeVisible()
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      })

    await touch('touchStart', [300, 400])
    await touch('touchMove', [200, 405])
    await touch('touchMove', [120, 405])
    await touch('touchEnd')
    await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-body.jpg')

    const fitted = await width(shown(page))
    await touch('touchStart', [170, 420], [220, 420])
    await touch('touchMove', [145, 420], [245, 420])
    await touch('touchMove', [120, 420], [270, 420])
    await touch('touchEnd')
    await expect.poll(() => width(shown(page))).toBeCloseTo(fitted * 3, 0)
    await expect(shown(page)).toHaveAttribute('src', '/pendants/sound-wave-body.jpg')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })
    test('the open viewer breaks no accessibility rule [A11Y-01]', async ({ page }) => {
      await opensViewer(page)
      expect(await brokenRules(page)).toEqual([])
      const fitted = await width(shown(page))
      await page.keyboard.press('+')
      await expect.poll(() => width(shown(page))).toBeGreaterThan(fitted)
      expect(await brokenRules(page)).toEqual([])
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the large picture leads to its file [PIC-05]', async ({ page }) => {
    await page.goto('/product/5')
    await gallery(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/pendants\/sound-wave-front\.jpg$/)
  })
})
