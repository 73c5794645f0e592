import type { ChosenOption } from './chosen-options.ts'

/** `Chain length: 20 in` */
export const optionText = ({ name, choice }: ChosenOption) => `${name}: ${choice}`

type Titled = {
  name: string
  size: string
  options?: readonly ChosenOption[] | undefined
  engraving?: string | null | undefined
}

/** `Fir Cone, Small, Finish: Matte, “For Ada”`: two lines of an order may differ by these alone. */
export const titleOf = ({ name, size, options = [], engraving }: Titled) =>
  [name, size, ...options.map(optionText), ...(engraving ? [`“${engraving}”`] : [])].join(', ')
