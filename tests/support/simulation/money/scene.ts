import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { Drawn } from '../drawn.ts'
import { type Death, Life } from '../life.ts'
import type { World } from '../world.ts'
import type { Stripe } from './at-stripe.ts'
import type { Purchase } from './purchase.ts'

export type Scene = {
  world: World
  drawn: Drawn
  stripe: Stripe
  /** Those that something still happens to. */
  open: Purchase[]
  placed: number
  /** What must not be; none is the aim. */
  wrong: string[]
  /** How often what was done, refused (by the code of the error), or ended by a kill. */
  counts: Map<string, number>
  /** The shop's present process. */
  process: { life: Life; app: AppContext }
  /** Of the next work: where the process ends, and whether who asked asks again. */
  plan: { death: Death; isAskedAgain: boolean } | null
}

export function count({ counts }: Scene, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

export async function startShop(world: World): Promise<Scene['process']> {
  const life = new Life(null)
  return { life, app: await world.start(life) }
}

/**
 * Work of a shopper, of staff, of Stripe or of a job, in the shop's process, which may end at any of its
 * waits. Null where it was refused, or where it ended and nobody asked again.
 */
export async function act<T>(
  scene: Scene,
  work: (app: AppContext) => Promise<T>,
): Promise<T | null> {
  const { plan } = scene
  scene.plan = null
  if (!plan) return unlessRefused(scene, work)
  const { life } = scene.process
  life.endAt(plan.death)
  const answer = await unlessRefused(scene, work)
  life.endAt(null)
  if (!life.dead) return answer
  count(scene, 'processes that ended')
  scene.process = await startShop(scene.world)
  return plan.isAskedAgain ? unlessRefused(scene, work) : null
}

/** A refusal is an answer; anything else is a bug. */
async function unlessRefused<T>(
  scene: Scene,
  work: (app: AppContext) => Promise<T>,
): Promise<T | null> {
  const { life, app } = scene.process
  try {
    return await work(app)
  } catch (error) {
    if (life.dead) return null
    if (!(error instanceof AppError)) throw error
    count(scene, `refused: ${error.code}`)
    return null
  }
}
