import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FigureName, measurePages, rows } from './pages.ts'

/** `points`: of percent, for a share that is near zero. */
type Judged = { better: 'more' | 'less'; factor?: number; points?: number }

/** Ratios within one run, so that they compare across machines, and how much worse counts as a regression. */
const judged: Partial<Record<FigureName, Judged>> = {
  bare: { better: 'more', factor: 1.25 },
  bareP99: { better: 'less', factor: 1.5 },
  nginx: { better: 'more', factor: 1.25 },
  gold: { better: 'more', factor: 1.25 },
  rendered: { better: 'more', factor: 1.25 },
  cachedGrowth: { better: 'less', points: 15 },
  renderedGrowth: { better: 'less', points: 20 },
}

type Recorded = { commit: string; date: string; figures: Partial<Record<FigureName, string>> }

const file = join(import.meta.dirname, 'figures.json')

/**
 * Measures the ratios of public pages and compares them with the last that were recorded in
 * bench/figures.json; `record` adds them to it.
 */
export async function checkFigures(
  dataDir: string,
  record: boolean,
): Promise<{ text: string; isWorse: boolean }> {
  const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'))
  const last = recorded.at(-1)
  const figures: Recorded['figures'] = {}
  const notes: string[] = []
  for (const part of ['speed', 'growth'] as const) {
    const seen = await measurePages(dataDir, part, false)
    Object.assign(figures, seen.figures)
    notes.push(...seen.notes)
  }
  const names = Object.keys(judged) as FigureName[]
  const lines = names.map((name) => {
    const [before, now] = [last?.figures[name], figures[name]]
    const how = isWorse(name, before, now) ? '  WORSE' : ''
    return `  ${rows[name][0].padEnd(75)}${(before ?? '–').padStart(10)}${(now ?? '–').padStart(10)}${how}`
  })
  if (record && notes.length === 0) {
    const ours = Object.fromEntries(names.map((name) => [name, figures[name]]))
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
    }).trim()
    recorded.push({ commit, date: new Date().toISOString().slice(0, 10), figures: ours })
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
  }
  return {
    text: [
      `  ${''.padEnd(75)}${(last?.commit ?? '–').padStart(10)}${'now'.padStart(10)}`,
      ...lines,
      ...notes.map((note) => `  ! ${note}`),
    ].join('\n'),
    isWorse:
      notes.length > 0 || names.some((name) => isWorse(name, last?.figures[name], figures[name])),
  }
}

function isWorse(name: FigureName, before: string | undefined, now: string | undefined): boolean {
  const judge = judged[name]
  if (!judge || before === undefined) return false
  const [old, seen] = [Number.parseFloat(before), Number.parseFloat(now ?? '')]
  if (Number.isNaN(seen)) return true
  const { better, factor = 1, points = 0 } = judge
  return better === 'more' ? seen < old / factor : seen > old * factor + points
}
