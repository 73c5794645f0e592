export type ShownTimes = { from: Date | null; until: Date | null }

/** What is due of a piece at a moment: to be shown, to be hidden, or nothing; the later of the two. */
export function dueVisibility({ from, until }: ShownTimes, now: Date): boolean | null {
  if (until && until <= now) return false
  return from && from <= now ? true : null
}
