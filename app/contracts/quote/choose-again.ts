import * as z from 'zod/mini'

/** What a refused quote says of a line whose choices are not offered, by its place: what is [OPTION-04]. */
const chooseAgain = z.object({
  line: z.number(),
  offered: z.array(z.object({ name: z.string(), choice: z.string(), words: z.string() })),
})
export type ChooseAgain = z.output<typeof chooseAgain>

/** Empty where the answer is anything else: nothing has to be chosen again. */
export const readChooseAgain = (json: unknown): ChooseAgain[] =>
  z.array(chooseAgain).safeParse(json).data ?? []
