import { setImmediate as afterOthers } from 'node:timers/promises'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Death, Life } from './life.ts'
import type { World } from './world.ts'

/** A shop's process, and the next one where it ends; one for all who come to the shop at the same time. */
export type ShopProcess = {
  /** Asks until an answer is heard, as the cart, Stripe and staff do. */
  insist<T>(work: (app: AppContext) => Promise<T>): Promise<T>
  /** How often the present process waited. */
  waits(): Promise<number>
  /** After which of them it had an answer for who asked. */
  answeredAt: readonly number[]
}

/** `order`: how many others go first at each wait is drawn from it; null where nobody else is there. */
export function startProcess(
  world: World,
  all: readonly Death[],
  order: number | null,
): ShopProcess {
  const deaths = [...all]
  const answeredAt: number[] = []
  const turn = order === null ? undefined : turnsOf(order)
  const begin = async () => {
    const life = new Life(deaths.shift() ?? null, turn)
    return { life, app: await world.start(life) }
  }
  let present = begin()
  return {
    async insist<T>(work: (app: AppContext) => Promise<T>): Promise<T> {
      for (;;) {
        const mine = present
        const { life, app } = await mine
        const answer = await work(app).catch((error: unknown) => {
          if (!life.dead) throw error
          return null
        })
        // Of a process that ended nothing is heard, whatever it went on to say.
        if (!life.dead) {
          answeredAt.push(life.waits)
          return answer as T
        }
        // The first to notice starts the next one.
        if (present === mine) present = begin()
      }
    },
    waits: async () => (await present).life.waits,
    answeredAt,
  }
}

function turnsOf(seed: number): () => Promise<void> {
  let state = seed >>> 0
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    for (let left = state >>> 30; left > 0; left -= 1) await afterOthers()
  }
}
