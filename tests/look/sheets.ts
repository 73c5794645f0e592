import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { pictureName, themes } from './take.ts'

/** Width of one picture on a sheet, in pixels, for the width it was taken at. */
const shownAt = (width: number) => Math.min(width, Math.round(width * 0.43 + 145))

/** A contact sheet (PNG) for each screen: all widths, both themes; above it, where given, as it was. */
export async function writeSheets(
  names: readonly string[],
  folder: string,
  before: string | null,
  out: string,
  widths: readonly number[],
): Promise<void> {
  mkdirSync(out, { recursive: true })
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 4000, height: 800 } })
    for (const name of names) {
      const rows = before === null ? [folder] : [before, folder]
      const html = rows
        .map((from, index) => {
          const heading = before === null ? name : `${name}, ${index === 0 ? 'before' : 'after'}`
          const pictures = widths.flatMap((width) =>
            themes.map((theme) => {
              const file = join(from, pictureName(name, width, theme))
              if (!existsSync(file)) return `<p style="width:${shownAt(width)}px">not there</p>`
              return `<img width="${shownAt(width)}" src="${pathToFileURL(file)}">`
            }),
          )
          return `<h1>${heading}</h1><section>${pictures.join('')}</section>`
        })
        .join('')
      const file = join(out, `${name}.html`)
      writeFileSync(
        file,
        `<style>body{margin:16px;font:16px sans-serif;background:#777;width:max-content}
        section{display:flex;gap:12px;align-items:start}h1{font-size:20px}</style>${html}`,
      )
      await page.goto(pathToFileURL(file).href)
      await page.screenshot({ path: join(out, `${name}.png`), fullPage: true })
    }
  } finally {
    await browser.close()
  }
}

/** Names of the screens of which any picture differs between two folders, or is in one alone. */
export function changedScreens(before: string, after: string): string[] {
  const names = [...new Set([...pictures(before), ...pictures(after)])].sort()
  const changed = names.filter((name) => {
    const [old, now] = [join(before, name), join(after, name)]
    return !existsSync(old) || !existsSync(now) || differ(readFileSync(old), readFileSync(now))
  })
  return [...new Set(changed.map((name) => name.split('.')[0] ?? name))]
}

const pictures = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'))

function differ(before: Buffer, after: Buffer): boolean {
  if (before.equals(after)) return false
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(after)]
  if (a.width !== b.width || a.height !== b.height) return true
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) > 0
}
