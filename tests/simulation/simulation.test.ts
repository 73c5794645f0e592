import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws, isDrawnMore, patience } from '#tests/support/draws.ts'
import type { Death } from '#tests/support/simulation/life.ts'
import { type SimulatedFate, simulatedFates, storyOf } from '#tests/support/simulation/story.ts'
import { tell, tellTwo } from '#tests/support/simulation/tell.ts'
import { openWorld, type World } from '#tests/support/simulation/world.ts'

/** `npm run bench -- draws` has the process end at every wait. */
const inFive = 5

/** Simulated shops of one process; `npm run bench -- simulate SEED` tells thousands of stories. */
describe('from quote to parcel, with a process that ends', { timeout: patience }, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const quiet = { ...storyOf(1), perGram: { quoted: 1_300_000, ordered: 1_295_000 } }

  it.each(simulatedFates)(
    `at ${isDrawnMore ? 'every single wait' : 'one wait in five'} of an order that is %s [STORM-05]`,
    async (fate) => {
      const { wrong, waits, answeredAt } = await tell(world, { ...quiet, fate, deaths: [] })
      expect(wrong).toEqual([])
      expect(waits).toBeGreaterThan(20)
      expect(answeredAt.length).toBeGreaterThan(1)
      // What is done and not heard of is the same as what is lost before the next wait, except for
      // the last wait before an answer: who asked does not hear it, and asks again.
      const { first, last } = ownWaits(fate, { waits, answeredAt })
      const ends: Death[] = [...new Set(answeredAt)]
        .filter((wait) => wait >= first && wait <= last)
        .map((wait) => ({ wait, effect: 'done' }))
      for (let wait = first; wait <= last; wait += 1) ends.push({ wait, effect: 'lost' })
      for (const end of ends.filter((_, nth) => isDrawnMore || nth % inFive === 0)) {
        const told = await tell(world, { ...quiet, fate, deaths: [end] })
        expect({ end, wrong: told.wrong }).toEqual({ end, wrong: [] })
      }
    },
  )

  /** All are alike until they are ordered, and from paid to sent: that is told of the one that is paid. */
  function ownWaits(
    fate: SimulatedFate,
    { waits, answeredAt }: { waits: number; answeredAt: readonly number[] },
  ) {
    const [, ordered = 0] = answeredAt
    if (fate === 'paid' || isDrawnMore) return { first: 1, last: waits }
    const isSent = fate === 'later' || fate === 'webhook lost'
    return { first: ordered + 1, last: isSent ? (answeredAt.at(-2) ?? waits) : waits }
  }

  it('while two shoppers and staff are there at the same time [STORM-05]', async () => {
    for (let seed = 0; seed < draws(4); seed += 1) {
      const stories = [storyOf(seed), storyOf(seed + 1_000_000)] as const
      const { wrong } = await tellTwo(world, stories, seed)
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    }
  })

  it('up to three times one after the other, anywhere [STORM-05]', async () => {
    for (let seed = 0; seed < draws(10); seed += 1) {
      const { wrong } = await tell(world, storyOf(seed))
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    }
  })
})
