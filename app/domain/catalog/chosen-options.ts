// Apart from options.ts: the cart of every page needs these, and not what prices and describes them.

/** A choice of an option as a buyer makes it: `Chain length`, `20 in`. */
export type ChosenOption = { name: string; choice: string }

/** Two lines of a cart, order, or pick list are for the same choices where this is the same. */
export const optionsKey = (options: readonly ChosenOption[] = []): string[] =>
  options.map(({ name, choice }) => JSON.stringify([name, choice])).sort()
