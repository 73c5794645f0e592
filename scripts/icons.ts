/**
 * Makes the icons of public/ from public/favicon.svg, in Chromium. Run by hand when the mark
 * changes: node scripts/icons.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const folder = new URL('../public/', import.meta.url)
const mark = readFileSync(new URL('favicon.svg', folder)).toString('base64')
const gold = '#dfb33c'

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const tab = await browser.newPage()

/** The mark, `share` of the picture wide; what is left around it is `ground`. */
async function png(side: number, { share = 1, ground = 'transparent' } = {}): Promise<Buffer> {
  await tab.setViewportSize({ width: side, height: side })
  await tab.setContent(
    `<!doctype html><body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
    <img width="${side * share}" height="${side * share}" src="data:image/svg+xml;base64,${mark}">`,
  )
  await tab.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  return tab.screenshot({ omitBackground: true })
}

/** One picture in the old container, for programs that ask for /favicon.ico whatever a page says. */
function ico(side: number, picture: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // color planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

const icons = {
  'favicon.ico': ico(32, await png(32)),
  'icon-192.png': await png(192),
  'icon-512.png': await png(512),
  // Shown without transparency, and with its own rounded corners.
  'apple-touch-icon.png': await png(180, { ground: gold }),
  // Cut to any form: all that matters lies within the middle 80 %.
  'icon-maskable-512.png': await png(512, { share: 0.72, ground: gold }),
}
for (const [name, bytes] of Object.entries(icons)) writeFileSync(new URL(name, folder), bytes)
await browser.close()
