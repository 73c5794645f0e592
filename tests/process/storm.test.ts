import { expect, inject, it } from 'vitest'
import { storm } from '#tests/support/storm/storm.ts'

/** Short; `npm run bench -- kills SEED` is the same at length. */
const short = { checkouts: 20, incidents: 7 }
const promises = '[STORM-02, ORDER-05, ORDER-06, OPS-04, QUOTE-04, QUOTE-08]'

it(`a storm over one process and its embedded database leaves the orders right ${promises}`, async () => {
  const report = await storm({ seed: 20260311, engine: 'embedded', ...short, incidents: 4 })
  expect(report.violations.join('\n')).toBe('')
  expect(report.kills).toBeGreaterThan(2)
}, 300_000)

it.skipIf(inject('postgresUrl') === null)(
  `a storm over two processes and PostgreSQL leaves the orders right ${promises}`,
  async () => {
    const report = await storm({ seed: 20260311, engine: 'postgresql', ...short })
    expect(report.violations.join('\n')).toBe('')
    expect(report.kills).toBeGreaterThan(1)
  },
  300_000,
)

const faults = { seed: 20261122, checkouts: 10, incidents: 5, faults: true }
const faultPromises = '[STORM-04, STORM-02, CACHE-01]'

it(`every kind of fault over the embedded database leaves orders, prices and the log right ${faultPromises}`, async () => {
  const report = await storm({ engine: 'embedded', ...faults })
  expect(report.violations.join('\n')).toBe('')
}, 300_000)

it.skipIf(inject('postgresUrl') === null)(
  `every kind of fault over two processes and PostgreSQL leaves orders, prices and the log right ${faultPromises}`,
  async () => {
    const report = await storm({ engine: 'postgresql', ...faults })
    expect(report.violations.join('\n')).toBe('')
  },
  300_000,
)
