import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutBox,
  type MediaPicture,
  maxCut,
  mediaAddress,
  readMediaAddress,
  turned,
} from './media.ts'
import { isPictureKind, pictureKind } from './media-limits.ts'
import { pictureAddress } from './picture-address.ts'
import { widthsOf } from './picture-widths.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 2400 }),
  height: fc.integer({ min: 1, max: 2400 }),
})
/** Of two sides that are across from each other. */
const across = fc
  .tuple(fc.integer({ min: 0, max: maxCut }), fc.integer({ min: 0, max: maxCut }))
  .map(([one, other]) => [one, Math.min(other, maxCut - one)] as const)
const anyCut = fc
  .tuple(across, across)
  .map(([[left, right], [top, bottom]]) => ({ left, right, top, bottom }))
const hex = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''))
const percent = fc.integer({ min: 0, max: 100 })
const picture: fc.Arbitrary<MediaPicture> = fc.record({
  id: hex(16),
  version: hex(8),
  width: fc.integer({ min: 1, max: 1600 }),
  height: fc.integer({ min: 1, max: 9999 }),
  focus: fc.record({ x: percent, y: percent }),
})

describe('a picture of the library', () => {
  it('is cut inside of itself, and something is left of it [MEDIA-06]', () => {
    fc.assert(
      fc.property(size, anyCut, (whole, cut) => {
        const box = cutBox(whole, cut)
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0)
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(1)
        expect(box.left + box.width).toBeLessThanOrEqual(whole.width)
        expect(box.top + box.height).toBeLessThanOrEqual(whole.height)
        for (const part of Object.values(box)) expect(Number.isInteger(part)).toBe(true)
      }),
    )
  })

  it('is as it was after four quarter turns', () => {
    fc.assert(
      fc.property(size, (whole) => {
        expect(turned(turned(whole, 90), 270)).toEqual(whole)
        expect(turned(whole, 180)).toEqual(whole)
      }),
    )
  })

  it('is made in widths that rise, none wider than itself [MEDIA-03]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (widest) => {
        const widths = widthsOf(widest)
        expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
        expect(widths.at(-1)).toBe(Math.min(widest, 1600))
      }),
    )
  })

  it('is known by its address, which products may have [MEDIA-03]', () => {
    fc.assert(
      fc.property(picture, (one) => {
        const address = mediaAddress(one)
        expect(readMediaAddress(address)).toEqual(one)
        expect(pictureAddress(address)).toBe(address)
      }),
    )
    for (const other of ['/pendants/a.jpg', 'https://a.example/media/a.jpg', '/media/a.jpg']) {
      expect(readMediaAddress(other)).toBeNull()
    }
  })
})

describe('the kind of a file', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  it('is told by its first bytes, whatever its name says [MEDIA-02]', () => {
    const kinds = {
      '\xff\xd8\xff\xe0\0\x10JFIF': 'jpeg',
      '\x89PNG\r\n\x1a\n\0\0': 'png',
      GIF89a: 'gif',
      'RIFF\x10\0\0\0WEBPVP8 ': 'webp',
      '\0\0\0\x20ftypavif\0\0\0\0avifmif1': 'avif',
      '\0\0\0\x20ftypmif1\0\0\0\0mif1avif': 'avif',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic': 'heic',
      '\0\0\0\x18ftypmif1\0\0\0\0mif1heic': 'heic',
      '\0\0\0\x18ftypqt  ': 'video',
      '%PDF-1.7': 'pdf',
      '<svg xmlns=': 'svg',
      '\xef\xbb\xbf  <?xml version="1.0"?><svg': 'svg',
      '<!DOCTYPE html><script>': 'svg',
      'PK\x03\x04': 'unknown',
      '': 'empty',
    } as const
    for (const [start, kind] of Object.entries(kinds)) {
      expect(pictureKind(bytes(start)), start).toBe(kind)
      const isOne = ['jpeg', 'png', 'gif', 'webp', 'avif'].includes(kind)
      expect(isPictureKind(kind)).toBe(isOne)
    }
  })
})
