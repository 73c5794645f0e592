/**
 * Makes the icons of public/, in Chromium: the small one from public/favicon.svg, those of an app
 * from the rendered master (content/pendants/render, scene `icon`). Run manually when either
 * changes:
 * node scripts/icons.ts MASTERS_DIR
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const folder = new URL('../public/', import.meta.url)
const drawn = address('svg+xml', readFileSync(new URL('favicon.svg', folder)))
const rendered = address('png', readFileSync(join(process.argv[2] ?? '', 'icon.png')))
/** The night theme's ground, on which gold shines. */
const night = '#17130e'

function address(type: string, picture: Buffer): string {
  return `data:image/${type};base64,${picture.toString('base64')}`
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const tab = await browser.newPage()

/** The mark, `share` of the picture wide; what is left around it is `ground`. */
async function png(
  side: number,
  { mark = rendered, share = 1, ground = 'transparent' } = {},
): Promise<Buffer> {
  await tab.setViewportSize({ width: side, height: side })
  await tab.setContent(
    `<!doctype html><body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
    <img width="${side * share}" height="${side * share}" src="${mark}">`,
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
  'favicon.ico': ico(32, await png(32, { mark: drawn })),
  'icon-192.png': await png(192),
  'icon-512.png': await png(512),
  // Shown without transparency, and with its own rounded corners.
  'apple-touch-icon.png': await png(180, { share: 0.82, ground: night }),
  // Cut to any form: all that matters lies within the middle 80 %.
  'icon-maskable-512.png': await png(512, { share: 0.72, ground: night }),
}
for (const [name, bytes] of Object.entries(icons)) writeFileSync(new URL(name, folder), bytes)
await browser.close()
