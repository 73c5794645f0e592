import { describe, expect, it } from 'vitest'
import { renderingNote } from './renderings.ts'

const pictures = (...sources: string[]) => ({ page: { all: sources.map((src) => ({ src })) } })

describe('what a page says of its pictures', () => {
  it('calls those that come with the shop renderings, and nothing else [FACTS-36]', () => {
    const own = '/media/ring-1600x1200-50x50.jpg'
    const away = 'https://pictures.example/pendants/ring.jpg'
    expect(renderingNote(pictures('/pictures/hero.jpg', '/pendants/fir-cone-front.jpg'))).toBe(
      'Pictures are renderings.',
    )
    expect(renderingNote(pictures('/pictures/hero.jpg', own))).toBe('Some pictures are renderings.')
    expect(renderingNote(pictures(own, away, ''))).toBe('')
    expect(renderingNote(null)).toBe('')
  })
})
