import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type * as fontkit from 'fontkit'
import { LRUCache } from 'lru-cache'
import { lazily } from '#app/.server/platform/lazily.ts'
import { glyphOfPath, trueTypeOf } from './woff2.ts'

const opened = lazily<typeof fontkit>('fontkit')

/** How the shop's documents set their text. */
export type Face = 'serif' | 'regular' | 'semibold'

/** Beside the source, as the migrations are. */
const ownFiles: Record<Face, string> = {
  serif: 'cormorant-medium.ttf',
  regular: 'instrument-sans-regular.ttf',
  semibold: 'instrument-sans-semibold.ttf',
}
const weights: Record<Face, number> = { serif: 500, regular: 400, semibold: 600 }

const han = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr']
/** Packages of `@fontsource-variable` that are asked for a letter, one after the other. */
const families = [
  ...['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'],
  ...['noto-sans-symbols', ...han, 'noto-emoji'],
]

/**
 * The shop's own typeface: Latin letters. A font keeps the letters that it was asked for first with each of its
 * forms, so that every document has its own fonts.
 */
export const openOwnFont = (face: Face) =>
  opened().create(
    readFileSync(resolve('app/.server/documents/fonts', ownFiles[face])),
  ) as fontkit.Font

const own = new Map<Face, fontkit.Font>()

/** To ask which letters it has. */
function ownFont(face: Face): fontkit.Font {
  const font = own.get(face) ?? openOwnFont(face)
  own.set(face, font)
  return font
}

type Part = { name: string; path: string; ranges: [first: number, last: number][] }

const { resolve: pathOf } = createRequire(import.meta.url)
const partsOfFamily = new Map<string, Part[]>()

/** A package's files, each with the letters of some ranges: a document reads those alone that it needs. */
function partsOf(family: string): Part[] {
  const known = partsOfFamily.get(family)
  if (known) return known
  const list = JSON.parse(
    readFileSync(pathOf(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  const parts = Object.entries(list).map(([subset, ranges]): Part => {
    const name = `${family}-${subset.replace(/[[\]]/g, '')}`
    return {
      name,
      path: `@fontsource-variable/${family}/files/${name}-wght-normal.woff2`,
      ranges: ranges.split(',').map((range) => {
        const [first = 0, last = first] = range
          .replace('U+', '')
          .split('-')
          .map((hex) => Number.parseInt(hex, 16))
        return [first, last]
      }),
    }
  })
  partsOfFamily.set(family, parts)
  return parts
}

/** Each some hundred kilobytes: those of late documents stay. */
const files = new LRUCache<string, fontkit.Font>({ max: 80 })

/** To ask which letters it has. */
function fileOf(name: string): fontkit.Font {
  const [path = ''] = name.split(' ')
  const known = files.get(path)
  if (known) return known
  const file = opened().create(trueTypeOf(readFileSync(pathOf(path)))) as fontkit.Font
  files.set(path, file)
  return file
}

export const hasSpace = (name: string) => fileOf(name).hasGlyphForCodePoint(0x20)

/** The font of a name that `typeset` gave, for one document. */
export function openFont(name: string): fontkit.Font {
  const [, weight = '', fraction] = name.split(' ')
  const font = fileOf(name).getVariation({ wght: Number(weight) })
  // Told apart by this name in a PDF: parts of a family, and its weights, have the same one.
  const postscriptName = name
    .replace(/^.*\/|-wght\S*/g, '')
    .replace(/ (?!\d)./, (letter) => ` ${letter.codePointAt(1)}`)
    .replaceAll(' ', '-')
  Object.defineProperty(font, 'postscriptName', { value: postscriptName })
  const createSubset = font.createSubset.bind(font)
  font.createSubset = () => {
    const subset = createSubset()
    // Missing in the types of fontkit.
    Object.assign(subset, { glyphEncoder: { encodeSimple: glyphOfPath } })
    return subset
  }
  layDigitsInOrder(font)
  if (fraction) layAsFraction(font, fraction)
  return font
}

const letter = /\p{L}/u

/**
 * The library lays what it takes for Arabic from right to left; digits without letters are read from left to
 * right in every script that these fonts have. Source: Unicode Standard Annex 9, types EN and AN.
 */
function layDigitsInOrder(font: fontkit.Font): void {
  const layout = font.layout.bind(font)
  font.layout = (text, features, script, language, direction) => {
    const isDigits = /\p{Nd}/u.test(text) && !letter.test(text)
    return layout(text, features, script, language, isDigits ? 'ltr' : direction)
  }
}

/** `⅓` → `1⁄3`; undefined where it is no fraction. */
const partsOfFraction = (letter: string) => /^\d+\u2044\d+$/.exec(letter.normalize('NFKC'))?.[0]

/** Thirds, fifths, sixths and eighths, of which these fonts have the small figures alone; copied as one letter. */
function layAsFraction(font: fontkit.Font, fraction: string): void {
  const layout = font.layout.bind(font)
  font.layout = (_text, features) => {
    const run = layout(partsOfFraction(fraction) ?? fraction, features)
    for (const [index, glyph] of run.glyphs.entries()) {
      glyph.codePoints = index === 0 ? [fraction.codePointAt(0) ?? 0] : []
    }
    return run
  }
}

const has = (font: fontkit.Font, points: readonly number[]) =>
  points.every((point) => font.hasGlyphForCodePoint(point))

/** The names of fonts of a family that have all these letters. */
function inFamily(family: string, face: Face, points: readonly number[]): string | undefined {
  return partsOf(family)
    .filter(({ ranges }) =>
      points.every((point) => ranges.some(([first, last]) => first <= point && point <= last)),
    )
    .map(({ path }) => `${path} ${weights[face]}`)
    .find((name) => has(fileOf(name), points))
}

/** Where several countries write a letter differently: the forms of the one that the rest of the text tells. */
function familiesFor(text: string): readonly string[] {
  const hanLetters = text.match(/\p{Script=Han}/gu) ?? []
  if (hanLetters.length === 0) return families
  const local = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : han.find((family) =>
          hanLetters.every((letter) => inFamily(family, 'regular', [letter.codePointAt(0) ?? 0])),
        )
  return local ? [local, ...families] : families
}

/** Letters, with the font for them: the shop's own (null) or the name of another. */
type Letters = { text: string; font: string | null }

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** They shape their neighbors and have no form: joiners. */
const joiner = /[\u200c\u200d]/g

/** Each letter of a text, marks included, with its font, or that no font has it. */
export function typeset(text: string, face: Face): (Letters | { missing: string })[] {
  const others = familiesFor(text)
  return [...clusters.segment(text)].flatMap(({ segment }) => {
    const font = fontFor(segment, face, others)
    if (font !== undefined) return { text: segment, font }
    // Marks that no font has together with their letter, and emoji made of several.
    const ways = [[...segment.replace(joiner, '')], ...composedOtherwise(segment)].map((letters) =>
      letters.map((letter) => {
        const alone = fontFor(letter, face, others)
        return alone === undefined ? { missing: letter } : { text: letter, font: alone }
      }),
    )
    return ways.find((sets) => sets.every((set) => 'font' in set)) ?? ways[0] ?? []
  })
}

/**
 * Of a letter with several marks the same text with another of them composed: no font has the ring of `Ạ̊` alone,
 * and some have `Å` and the dot.
 */
function composedOtherwise(cluster: string): string[][] {
  const [base = '', ...marks] = cluster.normalize('NFD')
  return marks
    .map((mark, at) => [`${base}${mark}`.normalize('NFC'), ...marks.toSpliced(at, 1)])
    .filter((letters) => letters.join('').normalize('NFC') === cluster.normalize('NFC'))
}

const fontsOfLetters = new LRUCache<string, { font: string | null | undefined }>({ max: 5000 })

function fontFor(cluster: string, face: Face, others: readonly string[]) {
  const key = `${face} ${others[0]} ${cluster}`
  const known = fontsOfLetters.get(key)
  if (known) return known.font
  const font = findFont(cluster, face, others)
  fontsOfLetters.set(key, { font })
  return font
}

function findFont(
  cluster: string,
  face: Face,
  others: readonly string[],
): string | null | undefined {
  const points = pointsOf(cluster)
  if (has(ownFont(face), points)) return null
  for (const family of [face === 'serif' ? 'cormorant' : 'instrument-sans', ...others]) {
    const found = inFamily(family, face, points)
    if (found) return found
  }
  const fraction = pointsOf(partsOfFraction(cluster) ?? '')
  const ofFigures = fraction.length > 0 && inFamily('noto-sans', face, fraction)
  return ofFigures ? `${ofFigures} ${cluster}` : undefined
}

const pointsOf = (cluster: string) =>
  [...cluster.replace(joiner, '')].map((letter) => letter.codePointAt(0) ?? 0)
