/** Those of a piece's page alone: beside the others, every page would carry them. */
export const drawing = {
  src: '/pictures/drawing.jpg',
  alt: 'A pencil drawing of Capital A from the front and the side, with its dimensions and weight, a pencil, and a block of green wax.',
} as const

export const pour = {
  src: '/pictures/pour.jpg',
  alt: 'Molten gold, glowing, runs from a crucible held by tongs into the plaster of a steel flask.',
} as const

export const box = {
  src: '/pictures/box.jpg',
  alt: 'An open dark box: a plain gold disc on a folded cloth, a folded certificate with the stamp beside it, the lid behind.',
} as const
