import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#tests/support/process.ts'
import { programAt } from '#tests/support/tls-proxy.ts'

/** What one run of wrk saw. */
export type Load = {
  perSecond: number
  p99Ms: number
  /** Bytes of one answer with its headers, on average. */
  bytesEach: number
  /** Answers of status 400 and above, and connections that failed. */
  failed: number
}

type Asking = { seconds: number; connections?: number; encoding?: string; paths?: string[] }

/** All servers are asked for gzip, so that they send the same bytes: nginx knows no brotli. */
export const compared = 'gzip'

/**
 * wrk names what it saw in its own units; this prints plain numbers. With paths it asks in turn.
 */
const script = `
local paths, turn = {}, 0
init = function(args) paths = args end
done = function(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('RESULT %.0f %.0f %.0f %.0f %.0f END', summary.requests,
    summary.duration, summary.bytes, latency:percentile(99), failed))
end
`
const inTurn = `
request = function()
  turn = turn % #paths + 1
  return wrk.format('GET', paths[turn])
end
`

/** Asks one address as fast as it answers, on 64 connections unless told. */
export async function load(
  url: string,
  { seconds, connections = 64, encoding = compared, paths = [] }: Asking,
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-wrk-'))
  const file = join(folder, 'report.lua')
  writeFileSync(file, paths.length > 0 ? script + inTurn : script)
  try {
    const program = run([
      ...([programAt('wrk') ?? 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`] as const),
      ...['--latency', '--timeout', '10s', '-s', file],
      ...['-H', `Accept-Encoding: ${encoding}`, url, '--', ...paths],
    ])
    const found = await program.says(
      /RESULT (?<requests>\d+) (?<micros>\d+) (?<bytes>\d+) (?<p99>\d+) (?<failed>\d+) END/,
    )
    await program.ended
    const value = (name: string) => Number(found.groups?.[name])
    return {
      perSecond: (value('requests') / value('micros')) * 1e6,
      p99Ms: value('p99') / 1000,
      bytesEach: value('bytes') / value('requests'),
      failed: value('failed'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks several servers one after the other, round after round; answers what each round saw. */
export async function loadInTurns<Name extends string>(
  urls: Record<Name, string>,
  asking: Asking & { rounds: number },
): Promise<Record<Name, Load>[]> {
  const rounds: Record<Name, Load>[] = []
  for (let round = 0; round < asking.rounds; round += 1) {
    const seen = {} as Record<Name, Load>
    for (const name of Object.keys(urls) as Name[]) seen[name] = await load(urls[name], asking)
    rounds.push(seen)
  }
  return rounds
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[middle]]
  return (low + high) / 2
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
