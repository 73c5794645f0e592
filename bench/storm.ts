import { postgresBinaries } from '#tests/support/postgres-server.ts'
import { type StormReport, storm } from '#tests/support/storm/storm.ts'

/**
 * Checkouts, payments, corrections and refunds while processes, PostgreSQL and Stripe fail, on both
 * databases; the orders are checked afterwards. The same seed gives the same steps in the same order.
 */
export async function stormTable(seed: number, checkouts: number): Promise<string> {
  const incidents = Math.max(7, Math.ceil(checkouts / 12))
  const engines = postgresBinaries()
    ? (['embedded', 'postgresql'] as const)
    : (['embedded'] as const)
  const tables: string[] = []
  for (const engine of engines) {
    const report = await storm({ seed, engine, checkouts, incidents })
    if (report.violations.length > 0) process.exitCode = 1
    tables.push(rowOf(engine, { seed, checkouts, incidents }, report))
  }
  return tables.join('\n\n')
}

function rowOf(
  engine: string,
  options: { seed: number; checkouts: number; incidents: number },
  report: StormReport,
): string {
  const { violations, refusals, orders, seconds, ...counts } = report
  const listed = (all: object) =>
    Object.entries(all).map(([name, value]) => `    ${name.padEnd(44)} ${value}`)
  return [
    `  Storm over the ${engine} database`,
    ...listed({ ...options, ...counts, seconds: seconds.all }),
    '  orders',
    ...listed(orders),
    '  refusals, each answered by a sentence',
    ...listed(refusals),
    violations.length === 0 ? '  The orders are right.' : '  WRONG:',
    ...violations.map((what) => `    ${what}`),
  ].join('\n')
}
