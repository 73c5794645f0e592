import { expect } from '@playwright/test'
import type { Engine } from '../../scripts/engines.mjs'
import { test as withShop } from '../support/shop-fixture.ts'
import type { Browser, Launch, Manner } from './driver/driver.ts'
import { closePuppeteer, launchPuppeteer } from './driver/puppeteer.ts'
import { Visitor } from './driver/visitor.ts'
import { closeWebKit, launchWebKit } from './driver/webkit.ts'

const launches: Record<Engine, Launch> = {
  chromium: launchPuppeteer('chromium'),
  firefox: launchPuppeteer('firefox'),
  webkit: launchWebKit,
}

const usual: Manner = {
  width: 1280,
  height: 900,
  theme: 'light',
  motion: 'reduce',
  storage: 'open',
}

type Fixtures = {
  /** A person at a browser in which nothing is from another one. */
  visit: (manner?: Partial<Manner>) => Promise<Visitor>
  /** Errors that a journey makes on purpose. */
  expectedErrors: RegExp | null
}
type OfWorker = { engine: Engine; browsers: undefined }

export const test = withShop.extend<Fixtures, OfWorker>({
  engine: ['chromium', { option: true, scope: 'worker' }],

  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from it.
    async ({}, use) => {
      await use(undefined)
      await closePuppeteer()
      await closeWebKit()
    },
    { auto: true, scope: 'worker' },
  ],

  expectedErrors: [null, { option: true }],

  /** A journey whose pages log an error or break the content security policy fails. */
  visit: async ({ engine, shop, expectedErrors }, use, info) => {
    const browsers: Browser[] = []
    const visitors: Visitor[] = []
    await use(async (manner = {}) => {
      const browser = await launches[engine]({ ...usual, ...manner })
      browsers.push(browser)
      const visitor = new Visitor(browser, await browser.newTab(), shop.url)
      visitors.push(visitor)
      return visitor
    })
    if (info.errors.length > 0) {
      for (const visitor of visitors) {
        const body = await visitor.screenshot().catch(() => null)
        if (body) await info.attach('seen', { body, contentType: 'image/png' })
      }
    }
    const errors = (await Promise.all(browsers.map((browser) => browser.errors()))).flat()
    for (const browser of browsers) await browser.close()
    const strays = errors.filter((error) => !isExpected(error) && !expectedErrors?.test(error))
    expect(strays).toEqual([])
  },
})

/**
 * The browser’s own note of a 4xx or 5xx answer; and in Firefox, where a page is left while React Router
 * asks which routes its links lead to, the note that it got no answer.
 */
const isExpected = (error: string) =>
  error.includes('Failed to load resource') || error.startsWith('Failed to fetch manifest patches')
