/**
 * Which rows of docs/requirements.md no test names: `npm run requirements`. With `--strict AREA…`
 * (areas such as GOLD, or single rows such as LIVE-01) it fails where one of these is unnamed.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Requirement = { id: string; area: string; text: string }
export type Area = { name: string; title: string; rows: Requirement[] }

/** The areas of the requirements document in its order; a row stands under the heading above it. */
export function readRequirements(markdown: string): Area[] {
  const areas: Area[] = []
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,3} ([A-Z0-9]+): (.+)$/.exec(line)
    if (heading) areas.push({ name: heading[1] ?? '', title: heading[2] ?? '', rows: [] })
    const row = /^\| ([A-Z0-9]+)-(\d+) \| (.+) \| \w+ \|$/.exec(line)
    if (!row) continue
    const [, area = '', number = '', text = ''] = row
    areas.find(({ name }) => name === area)?.rows.push({ id: `${area}-${number}`, area, text })
  }
  return areas
}

/**
 * The rows that a test file names in its titles, in square brackets: `… [QUOTE-02, D1]`. Comments do
 * not count, nor do tests that do not run.
 */
export function namedIn(source: string): Set<string> {
  const running = source
    .replace(/^\s*\/\*.*?\*\//gms, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\.(?:skip|todo|fixme)\(\s*(['"`]).*?\1/gs, '')
  const ids = [...running.matchAll(/\[([A-Z][A-Z0-9, -]*)\]/g)].flatMap(([, inside = '']) =>
    inside.split(', '),
  )
  return new Set(ids.filter((id) => /^[A-Z][A-Z0-9]*-\d{2,}$/.test(id)))
}

/** What is printed: by area the rows no test names, and totals. */
export function report(areas: readonly Area[], named: ReadonlySet<string>): string {
  const width = Math.max(...areas.map(({ name }) => name.length))
  const lines = areas.flatMap(({ name, title, rows }) => {
    const missing = rows.filter(({ id }) => !named.has(id))
    const count = `${rows.length - missing.length}/${rows.length}`.padStart(7)
    return [
      `${name.padEnd(width)} ${count}  ${title}`,
      ...missing.map(({ id, text }) => `    ${id}  ${text}`),
    ]
  })
  const rows = areas.flatMap((area) => area.rows)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = [...named].filter((id) => !known.has(id)).sort()
  if (unknown.length > 0)
    lines.push('', `Named by tests, but no requirement: ${unknown.join(', ')}`)
  const count = rows.filter(({ id }) => named.has(id)).length
  return [...lines, '', `${count} of ${rows.length} requirements are named by a test`].join('\n')
}

/** Why a strict run fails, a sentence a reason; empty when it does not. */
export function failures(
  areas: readonly Area[],
  named: ReadonlySet<string>,
  asked: readonly string[],
): string[] {
  return asked.flatMap((name) => {
    const rows = areas.flatMap((area) =>
      area.rows.filter((row) => [row.area, row.id].includes(name)),
    )
    if (rows.length === 0) return [`${name} is no area and no requirement`]
    const missing = rows.filter(({ id }) => !named.has(id)).map(({ id }) => id)
    return missing.length > 0 ? [`${name}: no test names ${missing.join(', ')}`] : []
  })
}

function run(options: readonly string[]): number {
  const root = new URL('..', import.meta.url)
  const areas = readRequirements(readFileSync(new URL('docs/requirements.md', root), 'utf8'))
  const files = globSync(
    ['{app,app/.server,content,scripts,tests}/**/*.test.{ts,tsx}', 'tests/**/*.spec.ts'],
    {
      cwd: fileURLToPath(root),
    },
  )
  const named = new Set(
    files.flatMap((file) => [...namedIn(readFileSync(new URL(file, root), 'utf8'))]),
  )
  const [first, ...asked] = options
  if (first !== undefined && first !== '--strict') {
    process.stderr.write('Usage: npm run requirements -- [--strict AREA…]\n')
    return 1
  }
  process.stdout.write(`${report(areas, named)}\n`)
  const reasons = failures(areas, named, asked)
  for (const reason of reasons) process.stderr.write(`${reason}\n`)
  return reasons.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = run(process.argv.slice(2))
