/** Chromium and Firefox by Puppeteer: the one over its own protocol, the other over WebDriver BiDi. */
import puppeteer, { type Page, type Browser as PuppeteerBrowser } from 'puppeteer-core'
import { browserProgram } from '../../../scripts/engines.mjs'
import type { Browser, Launch, Manner, Tab } from './driver.ts'

const isRoot = process.getuid?.() === 0

const launchers: Record<'chromium' | 'firefox', (manner: Manner) => Promise<PuppeteerBrowser>> = {
  chromium: ({ storage }) =>
    puppeteer.launch({
      browser: 'chrome',
      executablePath: programOf('chromium'),
      headless: programOf('chromium').endsWith('-shell') ? 'shell' : true,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        ...(storage === 'blocked' ? ['--disable-local-storage', '--disable-databases'] : []),
      ],
      defaultViewport: null,
    }),
  firefox: ({ theme, motion, storage }) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: programOf('firefox'),
      headless: true,
      defaultViewport: null,
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
        // There is no email program here: a link to one is pressed, and nothing opens.
        'network.protocol-handler.external.mailto': false,
        'ui.prefersReducedMotion': motion === 'reduce' ? 1 : 0,
        ...(storage === 'blocked' ? { 'network.cookie.cookieBehavior': 2 } : {}),
      },
    }),
}

/** Starts again for each manner that a browser knows only at its start; journeys of one share it. */
const started = new Map<string, Promise<PuppeteerBrowser>>()

export const launchPuppeteer =
  (engine: 'chromium' | 'firefox'): Launch =>
  async (manner) => {
    const { theme, motion, storage } = manner
    const key = [engine, theme, motion, storage].join()
    const starting = started.get(key) ?? launchers[engine](manner)
    started.set(key, starting)
    const browser = await starting
    const context = await browser.createBrowserContext()
    const errors: string[] = []
    const scripts: string[] = []

    const newTab = async (): Promise<Tab> => {
      const page = await context.newPage()
      await page.setViewport({
        width: manner.width,
        height: manner.height,
        ...(engine === 'chromium' ? { hasTouch: true } : {}),
      })
      if (engine === 'chromium') {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: theme },
          { name: 'prefers-reduced-motion', value: motion },
        ])
      }
      for (const script of scripts) await page.evaluateOnNewDocument(script)
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      return tabOf(page)
    }

    return {
      engine,
      onEveryPage: async (work) => {
        scripts.push(`(${work})()`)
      },
      newTab,
      errors: async () => errors,
      close: () => context.close(),
    } satisfies Browser
  }

export async function closePuppeteer(): Promise<void> {
  for (const browser of started.values()) await (await browser).close()
  started.clear()
}

const tabOf = (page: Page): Tab => ({
  open: async (address) => {
    await page.goto(address)
  },
  // Of the text alone: Puppeteer would otherwise ask for types that no longer know their arguments.
  run: (work, ...args) =>
    page.evaluate(`(${work}).apply(null, ${JSON.stringify(args)})`) as Promise<
      ReturnType<typeof work>
    >,
  pressAt: async (x, y, pointer) => {
    if (pointer === 'touch') await page.touchscreen.tap(x, y)
    else await page.mouse.click(x, y)
  },
  pressKey: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  attach: async (selector, files) => {
    const field = await page.waitForSelector(selector)
    // Of the page’s input elements it alone takes files.
    await (await field?.toElement('input'))?.uploadFile(...files)
  },
  screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
})

function programOf(engine: 'chromium' | 'firefox'): string {
  const program = browserProgram(engine)
  if (program === null) throw new Error(`${engine} is not installed`)
  return program
}
