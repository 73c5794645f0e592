import { expect, type Page } from '@playwright/test'
import { firstAdmin, giveSession } from './admin.ts'
import { test as withShop } from './shop-fixture.ts'

export { expect }

type Fixtures = {
  cutsNetwork: boolean
  isChangedByOthers: boolean
  noStrayErrors: undefined
  admin: Page
}

export const test = withShop.extend<Fixtures>({
  /** Whether the journey goes offline, where React Router cannot fetch the routes of links it sees. */
  cutsNetwork: [false, { option: true }],

  /** Whether the journey changes pages before they are hydrated, as proxies and extensions do. */
  isChangedByOthers: [false, { option: true }],

  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitUntilHydrated)
    await use(context)
  },

  baseURL: async ({ shop }, use) => {
    await use(shop.url)
  },

  /** A page that logs an error or breaks the content security policy fails its test. */
  noStrayErrors: [
    async ({ page, cutsNetwork, isChangedByOthers }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        const text = message.text()
        const isRenderedAgain = text.startsWith('This page was changed before it was hydrated')
        if (isRenderedAgain ? isChangedByOthers : message.type() !== 'error') return
        if (isExpected(text)) return
        if (cutsNetwork && text.startsWith('Failed to fetch manifest patches')) return
        errors.push(text)
      })
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],

  /** The page, of a browser in which the admin ann@example.com is signed in. */
  admin: async ({ page, shop }, use) => {
    await giveSession(page, shop, await firstAdmin(shop.app))
    await use(page)
  },
})

/**
 * A page is painted before its scripts come. A visitor who is faster meets links and forms; journeys
 * are about what comes after, and go on once the page answers to its scripts.
 */
function waitUntilHydrated(page: Page): void {
  for (const way of ['goto', 'reload', 'goBack'] as const) {
    const go = page[way].bind(page) as (...args: never[]) => ReturnType<Page['goto']>
    page[way] = async (...args: never[]) => {
      const answer = await go(...args)
      await page.waitForFunction(
        () =>
          !document.getElementById('deferred-scripts') ||
          'hydrated' in document.documentElement.dataset,
      )
      return answer
    }
  }
}

/** The browser's own note of a 4xx or 5xx answer, or of a network cut on purpose, is no stray. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource')
}

/** As over plain http, where a browser has none [ADM-26]. */
export async function withoutClipboard(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
}
