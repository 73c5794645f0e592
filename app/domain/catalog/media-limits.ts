/** What an upload may be: told to staff, checked in the browser and again by the server. */

/** Of the file, in bytes: twice a photograph of the best phones. */
export const maxBytes = 40 * 1024 * 1024

/** Of the decoded picture: 64 megapixels, the most that cameras of phones take in one file. */
export const maxPixels = 64_000_000

/** Of its shorter side: below, it would be coarse even on a card. */
export const leastPixels = 320

/** Longest side of what is kept, in pixels: room to cut away half and still fill a screen. */
export const masterSide = 2400

/** A file goes in parts, each its own request, so that a lost connection costs one part. */
export const partBytes = 512 * 1024

/** Types for the browser's file dialog. Without HEIC, so that phones convert to JPEG automatically. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** Why a file is none of these, as far as its first bytes tell. */
export type NotAPicture = 'empty' | 'heic' | 'svg' | 'pdf' | 'video' | 'unknown'

/**
 * The kind of a file by its first bytes (64 are enough), whatever it is called. That the rest fits is
 * seen when it is decoded.
 */
export function pictureKind(first: Uint8Array): PictureKind | NotAPicture {
  if (first.length === 0) return 'empty'
  const text = String.fromCharCode(...first.subarray(0, 64))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp'
  const [, brands] = /^[\s\S]{4}ftyp([\s\S]*)/.exec(text) ?? []
  if (brands !== undefined) {
    if (/^avi[fs]/.test(brands)) return 'avif'
    if (/^(he[iv][a-z]|mif1|msf1)/.test(brands)) return /avif/.test(brands) ? 'avif' : 'heic'
    return 'video'
  }
  if (text.startsWith('%PDF')) return 'pdf'
  // With or without a byte-order mark, blanks and a declaration before it.
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|!--|svg)/i.test(text)) return 'svg'
  return 'unknown'
}

const notPictures: Readonly<Record<NotAPicture, string>> = {
  empty: 'This file is empty. Copy it to this device again, then upload it.',
  heic: 'This is a HEIC photo, which browsers can’t show. Export it as a JPEG, or on your iPhone choose Settings, Camera, Formats, Most Compatible.',
  svg: 'This is an SVG drawing or a web page, which can contain scripts. Export it as a PNG.',
  pdf: 'This is a PDF. Export the image from it as a JPEG or PNG.',
  video: 'This is a video. Save a still from it as a JPEG or PNG.',
  unknown: 'The shop can’t read this image. Use JPEG, PNG, WebP, AVIF, or GIF.',
}

export function isPictureKind(kind: PictureKind | NotAPicture): kind is PictureKind {
  return !(kind in notPictures)
}

export const notAnImageMessage = (kind: NotAPicture): string => notPictures[kind]

export const besidesMessage =
  'This file contains a web page, a program, or another file besides the image. Open the image on your device, export it as a JPEG, and upload that.'

export const tooManyBytesMessage = `This file is larger than ${maxBytes / 1024 / 1024} MB. Export the image as a JPEG; 12 megapixels is plenty.`
