import { storyOf } from '#tests/support/simulation/story.ts'
import { tell, tellTwo } from '#tests/support/simulation/tell.ts'
import { openWorld } from '#tests/support/simulation/world.ts'

/** So many seeds on is the other story of a pair. */
const apart = 1_000_000_000

/**
 * Stories of one order each, and of every third seed two at the same time, in a simulated shop whose process ends wherever the seed says, up to three
 * times: on an embedded database in memory, by a clock that is moved. A seed that fails replays exactly.
 */
export async function simulationTable(first: number, count: number): Promise<string> {
  const world = await openWorld()
  const wrong: string[] = []
  const began = performance.now()
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const told = await (seed % 3 === 0
        ? tellTwo(world, [storyOf(seed), storyOf(seed + apart)], seed)
        : tell(world, storyOf(seed))
      ).catch((error: Error) => ({
        wrong: [`it ended: ${error.stack}`],
      }))
      wrong.push(...told.wrong.map((what) => `  seed ${seed}: ${what}`))
    }
  } finally {
    await world.close()
  }
  const minutes = (performance.now() - began) / 60_000
  if (wrong.length > 0) process.exitCode = 1
  return [
    `  ${count} stories, seeds ${first} to ${first + count - 1}, ${Math.round(count / minutes)} a minute`,
    ...(wrong.length === 0 ? ['  All ended as they must.'] : wrong),
  ].join('\n')
}
