export type GalleryImage = { id: string; src: string; alt: string }

/** A shorter touch is a tap, or the page being scrolled. */
export const swipePixels = 40
