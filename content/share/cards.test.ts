import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInPendants } from '../pendants/catalogue.ts'
import { cardSize, cards, pendantCard } from './cards.ts'

const folder = new URL('./', import.meta.url)
const pictures = readdirSync(folder).filter((name) => name.endsWith('.jpg'))

describe('the pictures of shared links', () => {
  it('are there for every page, pendant and post, and no others', () => {
    expect(pictures.toSorted()).toEqual(cards.map(({ file }) => `${file}.jpg`).toSorted())
  })

  it.each(pictures)('%s is a JPEG of the size that readers of links want', (name) => {
    expect(jpegSize(readFileSync(new URL(name, folder)))).toEqual(cardSize)
  })

  it('weigh less than 1.5 MB together', () => {
    const bytes = pictures.map((name) => readFileSync(new URL(name, folder)).length)
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_500_000)
  })

  it('say no price, for prices move', () => {
    for (const { title, above = '' } of cards) expect(title + above).not.toMatch(/\$|\d+\.\d\d\b/)
  })

  it('stand for a piece only while it has its built-in name and drawing', () => {
    for (const pendant of builtInPendants) {
      expect(pendantCard(pendant)).toBe(`/share/pendant-${pendant.slug}.jpg`)
      expect(pendantCard({ ...pendant, name: 'Another' })).toBeNull()
      expect(pendantCard({ ...pendant, images: pendant.images.slice(1) })).toBeNull()
    }
  })
})

/** From the first start-of-frame marker: ITU T.81, B.2.2. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}
