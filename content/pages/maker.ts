/** Pictures of who makes the pieces, and where: none until staff choose them under Content. */
export const maker = {
  portrait: { src: '', alt: '' },
  workshop: { src: '', alt: '' },
} as const
