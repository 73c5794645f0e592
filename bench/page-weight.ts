import { chromium } from '@playwright/test'
import { startServer } from './server.ts'

/** Bytes on the wire of a first visit to a page in Chromium: scripts, and everything. */
export async function bytesOfPage(
  dataDir: string,
  path: string,
): Promise<{ script: number; all: number }> {
  const server = await startServer([process.execPath, 'scripts/serve.ts'], dataDir)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  const page = await browser.newPage()
  const weight = { script: 0, all: 0 }
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => null)
    if (!sizes) return
    weight.all += sizes.responseBodySize
    if (request.resourceType() === 'script' || new URL(request.url()).pathname.endsWith('.js')) {
      weight.script += sizes.responseBodySize
    }
  })
  // The page keeps a stream open, so the network is never idle.
  await page.goto(server.url + path, { waitUntil: 'load' })
  await page.waitForTimeout(3000)
  await browser.close()
  await server.stop()
  return weight
}
