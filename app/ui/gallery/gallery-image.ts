export type GalleryImage = {
  id: string
  src: string
  alt: string
  /** Shown under it, in a few words. */
  caption?: string | null
}

/** A shorter touch is a tap, or the page being scrolled. */
export const swipePixels = 40
