/** The pages' own pictures, with what each shows for those who do not see it. */
export const hero = {
  src: '/pictures/hero.jpg',
  alt: 'Compass Coin, a round pendant of pure gold with a compass rose and a beaded rim, hanging from its chain.',
  /** Slug of the built-in pendant it shows. */
  piece: 'compass-coin',
} as const

export const story = {
  src: '/pictures/story.jpg',
  alt: 'Grains of pure gold spilled from a small gray crucible.',
} as const

export const laserMark = {
  src: '/pictures/laser-mark.jpg',
  alt: 'The edge of Sound Wave close up, with “14.7 g,” “.9999,” and the maker’s stamp engraved in the polished metal.',
  cut: true,
} as const

export const assay = {
  src: '/pictures/assay.jpg',
  alt: 'Compass Coin on the round stage of an X-ray fluorescence (XRF) analyzer, its lid open. The screen beside it shows the lines of gold, Au.',
  cut: true,
} as const

export const recast = {
  src: '/pictures/recast.jpg',
  alt: 'Low Sun bent and dented, seven drops of gold, and the same piece recast.',
} as const

export const custom = {
  src: '/pictures/custom.jpg',
  alt: 'An ampersand carved in green wax, with a carving tool and shavings, and beside it the finished ampersand in gold.',
} as const
