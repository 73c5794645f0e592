import type { SetupProgress } from '#app/.server/setup/queries/setup-progress.ts'
import { formatCount } from '../components/format-count.ts'

/** How much is left to do, and whether it keeps the shop from opening; null where nothing is [OPENING-05]. */
export function leftToDo({ opening, isSelling, left }: SetupProgress): string | null {
  const { must, should, later } = left
  if (opening.state === 'waiting') {
    if (must > 0) {
      const more = should > 0 ? `, and ${should} more should be` : ''
      return `The shop is not open yet. ${things(must)} must be done before it can open${more}.`
    }
    const rest = should > 0 ? ` ${things(should)} should still be done, before or after that.` : ''
    return `The shop is not open yet. It can be opened now.${rest}`
  }
  const all = must + should + later
  if (all === 0) return null
  if (isSelling)
    return `The shop is open and takes real money. ${things(all, 'is', 'are')} left to do.`
  if (opening.state === 'open') return `${things(all, 'is', 'are')} left to do.`
  const first = must > 0 ? `, ${must} of them before it can open` : ''
  return `The shop is not set up yet. ${things(all, 'is', 'are')} left to do${first}.`
}

/** `1 thing is`, `3 things are` */
function things(count: number, one = '', many = one): string {
  return [formatCount(count, 'thing'), count === 1 ? one : many].filter(Boolean).join(' ')
}
