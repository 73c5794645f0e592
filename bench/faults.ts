import { postgresBinaries } from '#tests/support/postgres-server.ts'
import { storm } from '#tests/support/storm/storm.ts'

/**
 * Short storms with every kind of fault, each from its own seed, on both databases: processes
 * and PostgreSQL killed, frozen or cut off, notices lost, disks full, clocks that jump, Stripe silent,
 * slow or wrong. A seed that fails replays by `faults SEED 1`, as far as the machine is as fast.
 */
export async function faultsTable(first: number, count: number): Promise<string> {
  const engines = postgresBinaries()
    ? (['embedded', 'postgresql'] as const)
    : (['embedded'] as const)
  const sums = { storms: 0, kills: 0, unanswered: 0, refusals: 0 }
  const wrong: string[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    for (const engine of engines) {
      const options = { seed, engine, checkouts: 20, incidents: 6, faults: true }
      const report = await storm(options).catch((error: Error) => ({
        violations: [`it ended: ${error.stack}`],
        kills: 0,
        unanswered: 0,
        refusals: {},
        seconds: { all: 0, settling: 0 },
      }))
      sums.storms += 1
      sums.kills += report.kills
      sums.unanswered += report.unanswered
      sums.refusals += Object.values(report.refusals).reduce((sum, each) => sum + each, 0)
      for (const what of report.violations) process.stderr.write(`    ${what}\n`)
      wrong.push(...report.violations.map((what) => `  seed ${seed}, ${engine}: ${what}`))
      const result = report.violations.length === 0 ? 'right' : 'WRONG'
      process.stderr.write(`  ${seed} ${engine} ${report.seconds.all} s ${result}\n`)
    }
  }
  if (wrong.length > 0) process.exitCode = 1
  return [
    `  ${sums.storms} storms over ${engines.join(' and ')}, seeds ${first} to ${first + count - 1}`,
    `  ${sums.kills} processes killed, ${sums.unanswered} requests unanswered, ${sums.refusals} refused`,
    ...(wrong.length === 0 ? ['  Orders, prices and the audit log are right.'] : wrong),
  ].join('\n')
}
