import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pictureSize } from '#tests/support/picture-size.ts'
import { builtInPendants } from '../pendants/catalog.ts'
import { pictures as ours } from '../pictures/pictures.ts'
import { cardSize, cards, pendantCard } from './cards.ts'

const folder = new URL('./', import.meta.url)
const pictures = readdirSync(folder).filter((name) => name.endsWith('.jpg'))

describe('the pictures of shared links', () => {
  it('are there for every page, pendant and post, and no others', () => {
    expect(pictures.toSorted()).toEqual(cards.map(({ file }) => `${file}.jpg`).toSorted())
  })

  it.each(pictures)('%s is a JPEG of the size that readers of links want', (name) => {
    expect(pictureSize(readFileSync(new URL(name, folder)))).toEqual(cardSize)
  })

  it('show pictures of ours', () => {
    for (const { picture } of cards) expect(ours).toContain(picture)
  })

  it('weigh less than 1.5 MB together', () => {
    const bytes = pictures.map((name) => readFileSync(new URL(name, folder)).length)
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_500_000)
  })

  it('say no price, for prices move', () => {
    for (const { title, above = '' } of cards) expect(title + above).not.toMatch(/\$|\d+\.\d\d\b/)
  })

  it('stand for a piece only while it has its built-in name and picture', () => {
    for (const pendant of builtInPendants) {
      expect(pendantCard(pendant)).toBe(`/share/pendant-${pendant.slug}.jpg`)
      expect(pendantCard({ ...pendant, name: 'Another' })).toBeNull()
      expect(pendantCard({ ...pendant, images: pendant.images.slice(1) })).toBeNull()
    }
  })
})
