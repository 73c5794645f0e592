/** So few recovery codes that their owner is asked to make new ones. */
const few = 2

export const areFewLeft = (left: number): boolean => left <= few
