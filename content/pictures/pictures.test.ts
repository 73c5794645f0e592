import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jpegWidth, pictureWidths as widths } from '#app/domain/catalog/picture-widths.ts'
import { ownPicture } from '#app/ui/gallery/own-picture.ts'
import { pictureSize } from '#tests/support/picture-size.ts'
import * as ofMaking from '../pages/making-pictures.ts'
import * as shown from '../pages/pictures.ts'
import { builtInPendants } from '../pendants/catalog.ts'
import { pagePictures, pictureFile, pictures, table } from './pictures.ts'

const kinds = ['avif', 'webp'] as const
const addressOf = (name: string) =>
  (pagePictures as readonly string[]).includes(name)
    ? `/pictures/${name}.jpg`
    : `/pendants/${name}.jpg`
const kilobytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000
const filesOf = (name: string) => [
  pictureFile(name),
  ...widths.flatMap((width) => kinds.map((kind) => pictureFile(name, width, kind))),
]

describe('the pictures', () => {
  it('are those of the catalog and the pages, and each is measured [PIC-01]', () => {
    const used = [
      ...builtInPendants.flatMap(({ images }) => images.map(({ src }) => src)),
      ...Object.values({ ...shown, ...ofMaking }).map(({ src }) => src),
    ]
    expect(pictures.map(addressOf).toSorted()).toEqual(used.toSorted())
    expect(Object.keys(table)).toEqual(pictures)
  })

  it.each(pictures)(
    '%s is there in each width and kind, as large as the table says [PIC-02]',
    (name) => {
      const { width, height } = table[name] ?? { width: 0, height: 0 }
      expect(width).toBe(widths.at(-1))
      const scaled = (to: number) => ({ width: to, height: Math.round((height * to) / width) })
      expect(pictureSize(readFileSync(pictureFile(name)))).toEqual(scaled(jpegWidth))
      for (const wide of widths)
        for (const kind of kinds)
          expect(
            pictureSize(readFileSync(pictureFile(name, wide, kind))),
            `${wide} ${kind}`,
          ).toEqual(scaled(wide))
    },
  )

  it('are addressed by the rule that pages use [PIC-02]', () => {
    for (const name of pictures) {
      const addressed = (ownPicture(addressOf(name))?.sources ?? []).flatMap(({ srcSet }) =>
        srcSet.split(', ').map((candidate) => basename(candidate.split(' ')[0] ?? '')),
      )
      const made = filesOf(name)
        .slice(1)
        .map((file) => basename(file))
      expect(addressed.toSorted()).toEqual(made.toSorted())
    }
  })

  it('have nothing else in their folders', () => {
    const files = (folder: string) =>
      readdirSync(new URL(folder, import.meta.url)).filter((file) =>
        /\.(jpg|avif|webp|png)$/.test(file),
      )
    expect([...files('./'), ...files('../pendants/pictures/')].toSorted()).toEqual(
      pictures.flatMap((name) => filesOf(name).map((file) => basename(file))).toSorted(),
    )
  })

  it('of all pendants together weigh less than 18 MB [PIC-02]', () => {
    const ofPendants = pictures.filter((name) => addressOf(name).startsWith('/pendants/'))
    expect(ofPendants).toHaveLength(40)
    expect(kilobytes(ofPendants.flatMap(filesOf))).toBeLessThan(18_000)
  })

  it.each(builtInPendants)(
    '$name costs a card of 360 pixels less than 25 kB [PIC-02]',
    ({ slug }) => {
      // Twice as dense as its place of 320 pixels.
      expect(kilobytes([pictureFile(`${slug}-front`, 672, 'avif')])).toBeLessThan(25)
    },
  )

  it.each(builtInPendants)('$name is of gold, neither brass nor orange', ({ slug }) => {
    const { color = '' } = table[`${slug}-front`] ?? {}
    const [red = 0, green = 0, blue = 0] = (color.match(/[0-9a-f]{2}/g) ?? []).map((two) =>
      Number.parseInt(two, 16),
    )
    // Redder than brass and yellower than copper: of a hue between 30 and 50 degrees.
    expect(red).toBeGreaterThan(green)
    const hue = (60 * (green - blue)) / (red - blue)
    expect(hue).toBeGreaterThan(30)
    expect(hue).toBeLessThan(50)
  })
})
