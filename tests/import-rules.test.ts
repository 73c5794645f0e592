import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

type Rule = { name: string }
const config = resolve('dependency-cruiser.config.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: Rule[] }

type Areas = { areas: Record<string, { imports?: string[] }>; domainOrder: string[] }
const { areas, domainOrder } = createRequire(import.meta.url)(resolve('areas.cjs')) as Areas

const ofDomain = domainOrder.flatMap((area, index) => {
  const next = domainOrder[index + 1]
  const refused = next ? `../${next}/x.ts` : '../../.server/platform/x.ts'
  return [
    [`domain-${area}`, [[`app/domain/${area}/a.ts`, refused]]],
    [`domain-${area}-packages`, [[`app/domain/${area}/reads.ts`, 'node:fs']]],
  ] as const
})

const ofServer = Object.entries(areas).flatMap(([area, { imports }]) => {
  if (!imports) return []
  const other = Object.keys(areas).find((one) => one !== area && !imports.includes(one))
  return [[`server-${area}`, [[`app/.server/${area}/a.ts`, `../${other}/x.ts`]]] as const]
})

/** One planted file a rule: where it is, and what it must not import. */
const planted: Record<string, readonly (readonly [file: string, imports: string])[]> = {
  'no-circular': [
    ['app/ui/circle/a.ts', './b.ts'],
    ['app/ui/circle/b.ts', './a.ts'],
  ],
  'server-runs-as-source': [['app/.server/platform/styled.ts', '../../look.css?url']],
  'no-tests': [['app/ui/uses-test.ts', '../../tests/support/x.ts']],
  ...Object.fromEntries([...ofDomain, ...ofServer]),
  contracts: [['app/contracts/a.ts', '../.server/platform/x.ts']],
  'contracts-packages': [['app/contracts/b.ts', 'node:fs']],
  ui: [['app/ui/a.ts', '../.server/platform/x.ts']],
  'ui-packages': [['app/ui/b.ts', 'node:fs']],
  platform: [['app/.server/platform/a.ts', '../orders/x.ts']],
  'queries-only-read': [['app/.server/orders/queries/a.ts', '../commands/x.ts']],
  'page-queries-are-for-routes': [['app/.server/system/b.ts', './queries/x-page.ts']],
  routes: [['app/routes/shop/a.ts', '../../.server/platform/db/x.ts']],
  'shop-without-admin': [['app/routes/shop/b.ts', '../admin/x.ts']],
  content: [['content/a.ts', '../app/ui/x.ts']],
}

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the import rules of dependency-cruiser.config.cjs', () => {
  const broken = violations(Object.values(planted).flat())

  it.each(forbidden.map(({ name }) => name))('refuse a violation of %s', (name) => {
    expect(planted[name]).toBeDefined()
    expect(broken.get(name)).toContain(planted[name]?.[0]?.[0])
  })
})

/** The files named by each rule that is broken in a tree of these files alone. */
function violations(files: (readonly [file: string, imports: string])[]): Map<string, string[]> {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, imports] of files) {
    const target = join(dirname(file), imports)
    if (imports.startsWith('.') && !files.some(([other]) => other === target)) {
      write(target, 'export const x = 1\n')
    }
  }
  for (const [file, imports] of files) write(file, `import '${imports}'\n`)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { stdout } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      config,
      '--output-type',
      'json',
      'app',
      'content',
      'tests',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: Rule }[] }
  }
  const found = new Map<string, string[]>()
  for (const { from, rule } of summary.violations) {
    found.set(rule.name, [...(found.get(rule.name) ?? []), from])
  }
  return found
}
