import { pino } from 'pino'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { seed as seedShop } from '#app/.server/platform/db/seed.ts'
import { postgresServer } from '#tests/support/postgres-server.ts'
import {
  type MoneyOptions,
  type MoneyReport,
  simulateMoney,
} from '#tests/support/simulation/money/simulate-money.ts'

/**
 * The money of so many orders, simulated from one seed on one database; the same seed replays exactly,
 * and what is wrong ends it.
 */
export async function moneyTable(
  seed: number,
  orders: number,
  engine: 'embedded' | 'postgresql',
): Promise<string> {
  const report = await on(engine, {
    seed,
    orders,
    onProgress: (placed) => process.stdout.write(`  ${placed} orders\n`),
  })
  if (report.wrong.length > 0) process.exitCode = 1
  const { counts, digest, steps, seconds } = report
  const listed = counts.map(([what, times]) => `    ${what.padEnd(40)} ${times}`)
  const perSecond = (report.orders / seconds).toFixed(1)
  return [
    `  Money of ${report.orders} orders over the ${engine} database, seed ${seed}`,
    `    ${steps} steps in ${Math.round(seconds)} s, ${perSecond} orders a second, digest ${digest}`,
    ...listed,
    report.wrong.length === 0 ? '  The books are right.' : `  WRONG with seed ${seed}:`,
    ...report.wrong.map((what) => `    ${what}`),
  ].join('\n')
}

async function on(engine: 'embedded' | 'postgresql', options: MoneyOptions): Promise<MoneyReport> {
  if (engine === 'embedded') return simulateMoney(options)
  const server = await postgresServer()
  try {
    const postgresUrl = await server.createDatabase('shop')
    const db = await openPostgres(postgresUrl, pino({ level: 'silent' }), {
      // A machine that does other things beside it is no fault of the shop's.
      timeoutMs: 60_000,
    })
    await migrate(db)
    await seedShop(db)
    await db.close()
    return await simulateMoney({ ...options, postgresUrl })
  } finally {
    await server.close()
  }
}
