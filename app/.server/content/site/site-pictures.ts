import type { CheerioAPI } from 'cheerio'
import { sitePicture } from '#app/.server/platform/http/same-site.ts'

/** Where plugins that load pictures late keep the address, the likeliest first. */
const lateAddresses = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-orig-file'],
  ...['data-large-file', 'data-full-url'],
]
const lateSets = ['data-srcset', 'data-lazy-srcset', 'srcset']
/** Names of the pictures that such plugins show first. */
const stopgap =
  /(^|[_-])(blank|placeholder|spacer|transparent|lazy|loading|pixel|1x1)[\w.-]*\.(gif|png|svg)$/i
/** A page of text is not wider on a screen of twice the density. */
const enough = 1600

type Attribs = Readonly<Record<string, string | undefined>>

/** The address of the picture itself; null where there is none. */
function realAddress(attribs: Attribs): string | null {
  const late = lateAddresses.map((name) => attribs[name]).find((each) => each && !isStopgap(each))
  if (late) return late
  if (attribs.src && !isStopgap(attribs.src)) return attribs.src
  return lateSets.map((name) => widestOf(attribs[name] ?? '')).find(Boolean) ?? null
}

function isStopgap(address: string): boolean {
  const said = address.trim()
  // The one-pixel pictures of such plugins are shorter than any real one.
  if (/^data:/i.test(said)) return /^data:image\/svg/i.test(said) || said.length < 400
  return said === '' || said === 'about:blank' || stopgap.test(nameIn(said))
}

/** Of a file, without its query; names are short, and what is not is no picture of these plugins. */
const nameIn = (address: string) =>
  (address.split(/[?#]/, 1)[0] ?? '').split('/').at(-1)?.slice(-200) ?? ''

/** Of a `srcset`, the narrowest that is wide enough, else the widest. */
function widestOf(set: string): string | null {
  const each = [
    ...set
      .slice(0, 8000)
      .matchAll(/(?<![^\s,])(\S+)(?:[ \t]+(\d+(?:\.\d+)?)([wx]))?[ \t]*(?:,|$)/g),
  ]
    .map(([, address = '', size, unit]) => ({
      address: address.replace(/,$/, ''),
      width: Number(size ?? 1) * (unit === 'x' || !unit ? 800 : 1),
    }))
    .filter(({ address }) => address !== '' && !isStopgap(address))
    .toSorted((one, other) => one.width - other.width)
  return (each.find(({ width }) => width >= enough) ?? each.at(-1))?.address ?? null
}

type Elements = ReturnType<CheerioAPI>

/** A picture that no page may load, and the address that was written; null where there is none. */
export type LostPicture = { image: Elements; written: string | null }

/** Gives each picture the address that a page may load, and answers those that have none. */
export function recoverPictures($: CheerioAPI, home: string): LostPicture[] {
  const writtenOf = (image: Elements) =>
    realAddress(image.attr() ?? {}) ??
    image
      .siblings('source')
      .toArray()
      .map(({ attribs }) => realAddress(attribs))
      .find(Boolean) ??
    null
  const shownOf = (written: string | null) => written && sitePicture(written, home)
  const shown = new Set<string>()
  const lost: LostPicture[] = []
  const show = (image: Elements, address: string) => {
    image.attr('src', address)
    shown.add(address)
  }
  for (const each of $('img').toArray()) {
    const image = $(each)
    if (image.closest('noscript').length > 0) continue
    const written = writtenOf(image)
    const address = shownOf(written)
    if (address) show(image, address)
    else lost.push({ image, written })
  }
  // What a browser without scripts shows in its place, unless the picture is there already.
  const instead = new Set<unknown>()
  for (const noscript of $('noscript').toArray()) {
    for (const each of $(noscript).find('img, iframe').toArray()) {
      const element = $(each)
      if (each.tagName === 'img') {
        const address = shownOf(writtenOf(element))
        if (!address || shown.has(address)) continue
        show(element, address)
        instead.add($(noscript).prev().get(0))
      }
      $(noscript).before(element)
    }
    $(noscript).remove()
  }
  return lost.filter(({ image }) => {
    const isReplaced = instead.has(image.get(0))
    if (isReplaced) image.remove()
    return !isReplaced
  })
}
