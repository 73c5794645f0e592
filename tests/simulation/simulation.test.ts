import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Death } from '#tests/support/simulation/life.ts'
import { simulatedFates, storyOf } from '#tests/support/simulation/story.ts'
import { tell, tellTwo } from '#tests/support/simulation/tell.ts'
import { openWorld, type World } from '#tests/support/simulation/world.ts'

/** Simulated shops of one process; `npm run bench -- simulate SEED` tells thousands of stories. */
describe('from quote to parcel, with a process that ends', { timeout: 300_000 }, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const quiet = { ...storyOf(1), perGram: { quoted: 1_300_000, ordered: 1_295_000 } }

  it.each(simulatedFates)(
    'at every single wait of an order that is %s [STORM-05]',
    async (fate) => {
      const { wrong, waits, answeredAt } = await tell(world, { ...quiet, fate, deaths: [] })
      expect(wrong).toEqual([])
      expect(waits).toBeGreaterThan(20)
      expect(answeredAt.length).toBeGreaterThan(1)
      // What is done and not heard of is the same as what is lost before the next wait, except for
      // the last wait before an answer: who asked does not hear it, and asks again.
      const ends: Death[] = [...new Set(answeredAt)].map((wait) => ({ wait, effect: 'done' }))
      for (let wait = 1; wait <= waits; wait += 1) ends.push({ wait, effect: 'lost' })
      for (const end of ends) {
        const told = await tell(world, { ...quiet, fate, deaths: [end] })
        expect({ end, wrong: told.wrong }).toEqual({ end, wrong: [] })
      }
    },
  )

  it('while two shoppers and staff are there at the same time [STORM-05]', async () => {
    for (let seed = 0; seed < 25; seed += 1) {
      const stories = [storyOf(seed), storyOf(seed + 1_000_000)] as const
      const { wrong } = await tellTwo(world, stories, seed)
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    }
  })

  it('up to three times one after the other, anywhere [STORM-05]', async () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const { wrong } = await tell(world, storyOf(seed))
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    }
  })
})
