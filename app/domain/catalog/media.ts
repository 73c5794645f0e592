/**
 * Pictures that staff upload: how they are turned and cut, and under which address their files are.
 * The address tells all that a page needs, so that no page carries a table of pictures.
 */

/** In percent, from the left and from the top of the picture as it is shown. */
export type Focus = { x: number; y: number }

/** A quarter turn to the right each. */
export type Rotation = 0 | 90 | 180 | 270

/** What is cut off each side, in percent of the turned picture. */
export type Cut = { left: number; top: number; right: number; bottom: number }

export type PictureEdit = { rotation: Rotation; cut: Cut }

export const uncut: Cut = { left: 0, top: 0, right: 0, bottom: 0 }
export const middle: Focus = { x: 50, y: 50 }

/** Of two sides that are across from each other, so much may be cut at most; in percent. */
export const maxCut = 90

export type Size = { width: number; height: number }
type Box = Size & { left: number; top: number }

/** The picture as it lies after its quarter turns. */
export function turned({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** What is left of a turned picture, in whole pixels: never outside of it, and never nothing. */
export function cutBox({ width, height }: Size, { left, top, right, bottom }: Cut): Box {
  const x = Math.min(Math.round((width * left) / 100), width - 1)
  const y = Math.min(Math.round((height * top) / 100), height - 1)
  return {
    left: x,
    top: y,
    width: Math.max(1, width - x - Math.round((width * right) / 100)),
    height: Math.max(1, height - y - Math.round((height * bottom) / 100)),
  }
}

/**
 * A picture in the library, as its address names it. `id` is of the upload's bytes, `version` of how it
 * is turned and cut: together they name its files, which therefore never change.
 */
export type MediaPicture = Size & { id: string; version: string; focus: Focus }

/** `width`, `height`: of the widest file. */
export function mediaAddress({ id, version, width, height, focus }: MediaPicture): string {
  return `/media/${id}-${version}-${width}x${height}-${focus.x}x${focus.y}.jpg`
}

const address = /^\/media\/([\da-f]{16})-([\da-f]{8})-(\d{1,4})x(\d{1,4})-(\d{1,3})x(\d{1,3})\.jpg$/

/** Null for an address of anything else. */
export function readMediaAddress(src: string): MediaPicture | null {
  const [, id, version, ...numbers] = address.exec(src) ?? []
  if (!id || !version) return null
  const [width = 0, height = 0, x = 0, y = 0] = numbers.map(Number)
  return { id, version, width, height, focus: { x, y } }
}

/** How all addresses of one picture begin, however it is turned, cut and focused. */
export const mediaAddressStart = (id: string) => `/media/${id}-`
