/** How many times more is drawn than in `npm test`; `npm run bench -- draws TIMES` sets it. */
const times = Number(process.env.DRAWS ?? 1)

/** Whether more is drawn than in `npm test`. */
export const isDrawnMore = times > 1

/** How many examples a slow test draws: a few in `npm test`, many more in the bench, by the same laws [GATE-02]. */
export const draws = (few: number): number => Math.ceil(few * times)

/** Milliseconds. Nothing here measures time; a loaded machine, and more examples, only take longer. */
export const patience = 300_000 * times
