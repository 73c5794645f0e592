/**
 * Pictures of pieces that one other page shows besides the page of the piece itself. Staff may replace them
 * under Content, as they may the pages' own.
 */
export const homeSizes = {
  src: '/pendants/sound-wave-body.jpg',
  alt: 'Sound Wave, Large, on an 18-inch chain at the open neck of a linen shirt.',
} as const

export const storyMark = {
  src: '/pendants/snow-line-edge.jpg',
  alt: 'The peak Snow Line from below: “15.2 g,” “.9999,” and the maker’s stamp in dark lines along its base.',
} as const

export const storyWorn = {
  src: '/pendants/harbor-knot-body.jpg',
  alt: 'Harbor Knot, Large, on an 18-inch chain at the open neck of a linen shirt.',
} as const

export const storySizes = {
  src: '/pendants/compass-coin-scale.jpg',
  alt: 'Compass Coin, Large on its chain with the Small beside it, above a ruler in millimeters and inches, with a disc the size of a US quarter.',
} as const
