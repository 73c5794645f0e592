import { expect, inject, it } from 'vitest'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { draws, patience } from '#tests/support/draws.ts'
import { simulateMoney } from '#tests/support/simulation/money/simulate-money.ts'

/** `npm run bench -- storm SEED` does the same with 10,000 orders. */
const long = { timeout: patience }

it('has money as Stripe has it, whatever happens to orders [SIM-01, SIM-02]', long, async () => {
  const { wrong, orders } = await simulateMoney({ seed: 3, orders: draws(8) })
  expect(wrong).toEqual([])
  expect(orders).toBe(draws(8))
})

it.skipIf(inject('postgresUrl') === null)(
  'replays a seed exactly, also on PostgreSQL [SIM-01, SIM-03]',
  long,
  async () => {
    const play = async () =>
      simulateMoney({ seed: 8, orders: draws(4), postgresUrl: await seededPostgresUrl() })
    const [first, second] = [await play(), await play()]
    expect(first.wrong).toEqual([])
    expect({ ...second, seconds: 0 }).toEqual({ ...first, seconds: 0 })
  },
)
