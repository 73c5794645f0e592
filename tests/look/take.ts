import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { addressOf, type Screen } from './screens.ts'
import { type LookShop, now, openFilledShop, openNewShop, openShowcase } from './shops.ts'

export const usualWidths = [360, 768, 1440]
export const themes = ['light', 'dark'] as const

/** The file of a picture, in a folder of pictures. */
export const pictureName = (name: string, width: number, theme: string) =>
  `${name}.${width}.${theme}.png`

/** Takes a picture of each screen at each width in both themes, two at a time; names what failed. */
export async function takePictures(
  wanted: (name: string) => boolean,
  screens: readonly Screen[],
  folder: string,
  widths: readonly number[],
): Promise<{ taken: string[]; failed: string[] }> {
  mkdirSync(folder, { recursive: true })
  const shops = {
    filled: await openFilledShop(),
    new: await openNewShop(),
    showcase: await openShowcase(),
  }
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  })
  const taken = new Set<string>()
  const failed: string[] = []
  try {
    const emails = Object.entries(shops.filled.mails).map(([kind, html]) => ({
      name: `mail-${kind}`,
      html,
    }))
    const jobs = [...screens, ...emails]
      .filter(({ name }) => wanted(name))
      .flatMap((screen) => widths.map((width) => ({ screen, width })))
    const next = async (): Promise<void> => {
      const job = jobs.shift()
      if (!job) return
      const { screen, width } = job
      try {
        await takeScreen(browser, shops, screen, width, folder)
        taken.add(screen.name)
      } catch (error) {
        failed.push(`${screen.name} at ${width}: ${error instanceof Error ? error.message : error}`)
      }
      return next()
    }
    await Promise.all([next(), next()])
  } finally {
    await browser.close()
    for (const shop of Object.values(shops)) await shop.close()
  }
  return { taken: [...taken], failed }
}

async function takeScreen(
  browser: Browser,
  shops: Record<Screen['shop'], LookShop>,
  screen: Screen | { name: string; html: string },
  width: number,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width <= 360 ? 740 : 900 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    if ('html' in screen) await page.setContent(screen.html)
    else await open(page, context, screen, shops[screen.shop], width)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({
        path: join(folder, pictureName(screen.name, width, theme)),
        fullPage: !('inWindow' in screen && screen.inWindow),
        animations: 'disabled',
        ...('hide' in screen && screen.hide ? { mask: [page.locator(screen.hide)] } : {}),
      })
    }
  } finally {
    await context.close()
  }
}

async function open(
  page: Page,
  context: BrowserContext,
  screen: Screen,
  shop: LookShop,
  width: number,
): Promise<void> {
  if (screen.admin) {
    const [name = '', ...value] = shop.cookie.split('=')
    await context.addCookies([{ name, value: value.join('='), url: shop.url }])
  }
  await page.clock.setFixedTime(now)
  await page.goto(addressOf(screen, shop), { waitUntil: 'load' })
  await page.waitForFunction(hydrated)
  await screen.act?.(page, width)
  await page.evaluate(showEveryPicture)
  await page.evaluate(sameTextEveryTime)
}

/** Runs in the page: scripts answer, and fonts are there. */
async function hydrated() {
  await document.fonts.ready
  return (
    document.querySelector('script[type=module]') === null ||
    [...document.querySelectorAll('body *')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    )
  )
}

/** Runs in the page: what comes only when it is scrolled to is fetched now, and the top is shown. */
async function showEveryPicture() {
  window.scrollTo(0, 0)
  // Cards far below the window are not laid out before they are near.
  for (const card of document.querySelectorAll<HTMLElement>('.cards > *')) {
    card.style.contentVisibility = 'visible'
  }
  for (const image of document.images) image.loading = 'eager'
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
}

/** Runs in the page: ids, tokens and the port differ at every run and would pass for a change. */
function sameTextEveryTime() {
  const same = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replace(/\b[\w-]{28,}\b/g, 'token')
      .replace(/\b(?:T-)?FN-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g, 'order number')
      .replace(/127\.0\.0\.1:\d+/g, 'shop.example')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? ''
    if (same(text) !== text) node.nodeValue = same(text)
  }
}
