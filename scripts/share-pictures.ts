/**
 * Makes the pictures shown with shared links, content/share/*.jpg, in Chromium, from our pictures
 * and the two faces of the shop. Run manually when a name, a picture or the look changes:
 * node scripts/share-pictures.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { widestPicture as widest } from '#app/domain/catalog/picture-widths.ts'
import { brand } from '#brand'
import { pictureFile } from '#content/pictures/pictures.ts'
import { type Card, cardSize, cards } from '#content/share/cards.ts'

const root = new URL('../', import.meta.url)
/** High enough that letters stay clean; all pictures together stay under 1.5 MB. */
const quality = 70

const face = (path: string) =>
  `url(data:font/woff2;base64,${readFileSync(new URL(`node_modules/@fontsource-variable/${path}`, root)).toString('base64')})`

/** The tokens of paper in app/app.css. */
const style = `
@font-face { font-family: Cormorant; font-weight: 300 700; src: ${face('cormorant/files/cormorant-latin-wght-normal.woff2')}; }
@font-face { font-family: Instrument; font-weight: 400 700; src: ${face('instrument-sans/files/instrument-sans-latin-wght-normal.woff2')}; }
* { box-sizing: border-box; margin: 0; }
body { width: ${cardSize.width}px; height: ${cardSize.height}px; display: grid;
  grid-template-columns: 530px 1fr; align-items: center; padding: 0 72px 0 48px;
  background: oklch(0.972 0.012 88); color: oklch(0.22 0.018 70); font-family: Instrument;
  font-variant-numeric: tabular-nums lining-nums; overflow: hidden; }
img { width: 530px; height: 630px; margin: 0 0 0 -20px; object-fit: contain; }
/* A chain runs out of the card. */
img.piece { object-position: top; }
/* Of what is cut, no more than the metal and its shadow: the table below is empty. */
img.cut { height: 312px; object-fit: cover; object-position: top; margin: 0 0 0 -8px; width: 500px; border: 1.5px solid oklch(0.86 0.02 85);
  background: oklch(0.99 0.006 88); }
main { height: 100%; display: grid; grid-template-rows: 1fr auto 1fr; padding: 64px 0; }
.above { font-size: 22px; letter-spacing: 0.04em; color: oklch(0.46 0.022 75); }
h1 { font: 500 92px/1.04 Cormorant; font-variant-numeric: lining-nums; letter-spacing: -0.012em;
  text-wrap: balance; }
h1.long { font-size: 76px; }
footer { align-self: end; display: flex; align-items: center; gap: 20px; padding-top: 26px;
  border-top: 1.5px solid oklch(0.8 0.14 85); font-size: 24px; }
b { font: 600 34px/1 Cormorant; letter-spacing: -0.01em; }
.mark { font-size: 20px; line-height: 1.2; letter-spacing: 0.08em; padding: 4px 11px;
  color: oklch(0.5 0.1 78); border: 1.5px solid oklch(0.8 0.14 85); border-radius: 8px;
  corner-shape: bevel; }
.words { margin-left: auto; font-size: 20px; color: oklch(0.46 0.022 75); }`

function page({ title, above, picture }: Card): string {
  const avif = readFileSync(pictureFile(picture, widest, 'avif'))
  return `<!doctype html><html lang="en"><style>${style}</style><body>
<img class="${kindOf(picture)}" alt="" src="data:image/avif;base64,${avif.toString('base64')}">
<main><p class="above">${text(above ?? '')}</p>
<h1 class="${title.length > 24 ? 'long' : ''}">${text(title)}</h1>
<footer><b>${text(brand.name)}</b><span class="mark">${text(brand.mark)}</span>
<span class="words">${title === brand.tagline ? '' : text(brand.tagline)}</span></footer></main></body></html>`
}

/** What is cut by its borders is shown in a frame; a piece hangs. */
function kindOf(picture: string): string {
  if (picture === 'laser-mark' || picture === 'assay') return 'cut'
  return picture === 'hero' || picture.endsWith('-front') ? 'piece' : ''
}

function text(words: string): string {
  return words.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const tab = await browser.newPage({ viewport: cardSize })
let bytes = 0
for (const card of cards) {
  await tab.setContent(page(card))
  await tab.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())))
  await tab.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  const picture = await tab.screenshot({ type: 'jpeg', quality })
  writeFileSync(new URL(`content/share/${card.file}.jpg`, root), picture)
  bytes += picture.length
}
await browser.close()
process.stdout.write(`${cards.length} pictures, ${Math.round(bytes / 1000)} kB\n`)
