import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { startServer } from './server.ts'

const prices = ['93.11', '93.22', '93.33', '93.44', '93.55']

/** A browser asks one server at most six times at once, and each page keeps one of them open. */
export const openPages = 10

/**
 * Milliseconds from when staff save a gold price until the last of many open product pages shows it,
 * for each of some prices [LIVE-01].
 */
export async function priceToOpenPages(dataDir: string): Promise<number[]> {
  const own = join(dataDir, 'live')
  mkdirSync(own, { recursive: true })
  const settings = {
    DATA_DIR: own,
    GOLD_SOURCES: 'none',
    LOG_LEVEL: 'error',
    SESSION_SECRET: 'b'.repeat(32),
  }
  const before = await createApp(readConfig(settings))
  const cookie = await signedInCookie(before.context, await firstAdmin(before.context))
  await before.close()
  const server = await startServer([process.execPath, 'scripts/serve.ts'], settings)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const pages: Page[] = []
    for (let count = 0; count < openPages; count += 1) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${server.url}/product/7`)
      await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
      pages.push(page)
    }
    const times: number[] = []
    for (const price of prices) {
      const shown = Promise.all(pages.map((page) => shows(page, `$${price}`)))
      const began = performance.now()
      await save(server.url, cookie, price)
      await shown
      times.push(performance.now() - began)
    }
    return times
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function shows(page: Page, price: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.querySelector('main')?.textContent?.includes(text),
    price,
  )
}

async function save(url: string, cookie: string, perGram: string): Promise<void> {
  const response = await fetch(`${url}/admin/dashboard/gold-price`, {
    method: 'POST',
    headers: { cookie, origin: url },
    body: new URLSearchParams({ action: 'save', perGram, perOunce: '' }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`saving a gold price was answered ${response.status}`)
}
