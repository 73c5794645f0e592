import type { SetupProgress } from '#app/.server/setup/queries/setup-progress.ts'
import { formatCount } from '../components/format-count.ts'

/** How much is left to do, and whether it keeps the shop from opening; null where nothing is [OPENING-05]. */
export function leftToDo({ opening, isSelling, left }: SetupProgress): string | null {
  const { must, should, later } = left
  if (opening.state === 'waiting') {
    if (must > 0) {
      const more = should > 0 ? `, and ${should} more should be` : ''
      return `The shop isn’t open yet. You have ${tasks(must)} to finish before it can open${more}.`
    }
    const rest =
      should > 0 ? ` ${tasks(should)} should still be done, before or after you open.` : ''
    return `The shop isn’t open yet, but you can open it now.${rest}`
  }
  const all = must + should + later
  if (all === 0) return null
  if (isSelling) return `The shop is open and takes real money. You have ${tasks(all)} left.`
  if (opening.state === 'open') return `You have ${tasks(all)} left.`
  return `Setup isn’t finished. You have ${tasks(all)} left${beforeOpening(must, all)}.`
}

function beforeOpening(must: number, all: number): string {
  if (must === 0) return ''
  return must === all
    ? ' to finish before you can open'
    : `, including ${must} to finish before you can open`
}

const tasks = (count: number) => formatCount(count, 'task')
