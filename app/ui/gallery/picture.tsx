import { useEffect, useRef, useState } from 'react'
import { brand } from '#brand'
import { ownPicture } from './own-picture.ts'

type PictureProps = {
  src: string | undefined
  alt: string
  /** The square it is shown in, in CSS pixels; sets the shape before the file has come. */
  side: number
  /** The first of its page, at once and before others; else when it comes near. */
  eager?: boolean
  className?: string
  /** Fills its shape with an upload, around its focus; other pictures are shown whole. */
  filled?: boolean
  /** Another shape than the square: its height beside `side` as its width, and its classes. */
  shape?: { height: number; className: string }
  /** How wide it is shown, as the attribute of that name; for pictures of our own. */
  sizes?: string
  /** Other widths of a picture that is not our own. */
  widths?: { srcSet: string; sizes: string } | undefined
}

/**
 * A picture of a product, square by default; our own in the width and kind that suit the screen.
 * Where the file is missing or broken, the shop's mark is shown.
 */
export function Picture({
  src,
  alt,
  side,
  eager = false,
  className = '',
  filled = false,
  shape = { height: side, className: 'aspect-square object-contain' },
  sizes = `${side}px`,
  widths,
}: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string | null>(null)

  // A file that failed before hydration fires no event that anyone hears.
  useEffect(() => {
    const { complete, naturalWidth, currentSrc } = image.current ?? {}
    if (complete && currentSrc && naturalWidth === 0) setBroken(src ?? null)
  }, [src])

  const ground = `${shape.className} picture-ground ${className}`
  if (!src || broken === src) {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        className={`${ground} grid place-items-center`}
      >
        <span className="hallmark">{brand.mark}</span>
      </span>
    )
  }
  const ours = ownPicture(src)
  const img = (
    <img
      ref={image}
      {...widths}
      src={src}
      alt={alt}
      width={side}
      height={shape.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className={ground}
      style={filled && ours?.focus ? { objectFit: 'cover', objectPosition: ours.focus } : undefined}
    />
  )
  if (!ours) return img
  return (
    <picture className="contents">
      {ours.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      {img}
    </picture>
  )
}

export type GalleryImage = {
  id: string
  src: string
  alt: string
  /** Shown under it, in a few words. */
  caption?: string | null
}

/** A shorter touch is a tap, or the page being scrolled. */
export const swipePixels = 40
