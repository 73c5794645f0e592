// Apart from media.ts, since every page of the shop carries it.

/** Widths in pixels in which pictures of our own are made, as AVIF and as WebP. */
export const pictureWidths = [320, 672, 960, 1600] as const

/** Pixels of the largest file. */
export const widestPicture = pictureWidths[3]

/** Of the JPEG, which stands for the picture in the catalog, in shared links and old browsers. */
export const jpegWidth = 1200

/** The widths that are made of a picture so wide; never wider than itself. */
export function widthsOf(widest: number): number[] {
  const most = Math.min(widest, widestPicture)
  return [...pictureWidths.filter((width) => width < most), most]
}
