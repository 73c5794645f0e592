import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Each wall of biome.json, tried. The linter runs once with the real settings over small files in
 * an empty house in the temporary folder, so that nobody else's tools meet them.
 */
const order = ['money', 'gold-price', 'pricing', 'catalogue', 'cart', 'quote', 'orders']
/** Rooms of the domain that stand apart: no prices, so no place in the order. */
const apart = ['journal', 'text']
const domain = [...order, ...apart].map((room) => `app/domain/${room}`)
const inner = ['db', 'gateways', 'queries', 'operations', 'jobs', 'http']

type Try = { folder: string; statement: string; says: string }
const from = (folder: string, source: string, says = ''): Try => ({
  folder,
  statement: `import '${source}'`,
  says,
})
/** One room reaching for others, in the two ways another folder of .server can be written. */
const fromServer = (room: string, others: string[], says: string) =>
  others.flatMap((other) => [
    from(`app/.server/${room}`, `../${other}/x.ts`, says),
    from(`app/.server/${room}`, `#app/.server/${other}/x.ts`, says),
  ])

const refused: Try[] = [
  // domain: the order, then the outside world
  ...order.flatMap((room, index) =>
    order
      .slice(index + 1)
      .flatMap((later) => [
        from(`app/domain/${room}`, `../${later}/x.ts`, 'belongs in that room'),
        from(`app/domain/${room}`, `#app/domain/${later}/x.ts`, 'belongs in that room'),
      ]),
  ),
  ...domain.flatMap((room) =>
    [
      ...(/\/(journal|text)$/.test(room) ? ['../money/x.ts', '#app/domain/quote/x.ts'] : []),
      'node:fs',
      'fs',
      'react',
      'zod',
      '@electric-sql/pglite',
      '#brand',
      '#content/qa/index.ts',
      '#app/forms/x.ts',
      '#app/ui/x.tsx',
      '#app/routes/shop/x.tsx',
      '#app/.server/app-context.ts',
      '../../.server/shop.ts',
      './../../.server/shop.ts',
      '../money/../../.server/shop.ts',
      '#app/domain/money/../../.server/shop.ts',
      '../../../brand.ts',
    ].map((source) => from(room, source, 'belongs in app/.server')),
  ),

  // forms and ui
  ...[
    'node:fs',
    'drizzle-orm',
    'lucide-react',
    '#app/ui/x.tsx',
    '#app/.server/platform/errors.ts',
    '../.server/problem.ts',
    './../.server/problem.ts',
    '../routes/shop/x.tsx',
    '#content/qa/index.ts',
  ].map((source) => from('app/forms', source, 'belongs in app/.server/queries or operations')),
  ...[
    'node:fs',
    'zod',
    'drizzle-orm',
    '#app/forms/x.ts',
    '#app/.server/platform/errors.ts',
    '../../.server/problem.ts',
    './../../.server/problem.ts',
    '../gold/../../.server/problem.ts',
    '#app/routes/shop/x.tsx',
    '../../routes/shop/x.tsx',
    '#content/qa/index.ts',
  ].map((source) => from('app/ui/shell', source, "belongs in a route's loader")),
  from('app/ui', '../.server/problem.ts', "belongs in a route's loader"),
  from('app/ui', '../routes/shop/x.tsx', "belongs in a route's loader"),

  // the rooms of .server
  ...fromServer('gateways', ['db', 'queries', 'operations', 'jobs', 'http'], 'belongs in queries'),
  from('app/.server/gateways/payments', '../../db/schema.ts', 'belongs in queries'),
  from('app/.server/gateways', 'drizzle-orm/pg-core', 'belongs in queries'),
  from('app/.server/gateways', 'pg', 'belongs in queries'),
  ...fromServer('db', ['queries', 'operations', 'jobs', 'gateways', 'http'], 'belongs in queries'),
  ...fromServer('queries', ['operations', 'jobs', 'http'], 'belongs in operations'),
  ...fromServer('operations', ['jobs', 'http'], 'belongs in jobs'),
  ...fromServer('jobs', ['http'], 'belongs in http or the route'),
  ...fromServer('http', ['db', 'gateways', 'jobs'], 'belongs in queries'),
  ...inner.flatMap((room) => [
    from(`app/.server/${room}`, '#app/routes/shop/x.tsx', 'belongs in app/domain'),
    from(`app/.server/${room}`, '../../routes/shop/x.tsx', 'belongs in app/domain'),
    from(`app/.server/${room}`, '#app/ui/x.tsx', 'belongs in app/domain'),
    from(`app/.server/${room}`, '../../ui/x.tsx', 'belongs in app/domain'),
  ]),
  from('app/.server', '#app/ui/x.tsx', 'belongs in app/domain'),
  from('app/.server', '../routes/shop/x.tsx', 'belongs in app/domain'),

  // routes
  ...['shop', 'api', 'admin'].flatMap((room) =>
    [
      '#app/.server/platform/db/schema.ts',
      '../../.server/db/schema.ts',
      './../../.server/db/schema.ts',
      '#app/.server/http/../db/schema.ts',
      '#app/.server/payments/gateway/payment-gateway.ts',
      '#app/.server/jobs.ts',
      '#app/.server/config.ts',
      '../../.server/config.ts',
      '#app/.server/app.ts',
      'drizzle-orm',
      'drizzle-orm/pg-core',
      'pg',
      '@electric-sql/pglite',
    ].map((source) => from(`app/routes/${room}`, source, 'belongs in app/.server/queries')),
  ),
  from('app', './.server/db/schema.ts', 'belongs in app/.server/queries'),
  from('app', '#app/.server/config.ts', 'belongs in app/.server/queries'),
  from('app/routes/shop', '../admin/x.tsx', 'belongs in app/ui'),
  from('app/routes/shop', '#app/routes/admin/x.tsx', 'belongs in app/ui'),
  from('app/routes/shop/parts', '../../admin/x.tsx', 'belongs in app/ui'),

  // content
  from('content/qa', '#app/.server/queries/x.ts', 'belongs in app/routes'),
  from('content/qa', '../../app/.server/queries/x.ts', 'belongs in app/routes'),
  from('content/qa', '#app/ui/x.tsx', 'belongs in app/routes'),

  // every way to write an import
  ...[
    "import type { Shop } from '../../.server/shop.ts'",
    "export { shop } from '../../.server/shop.ts'",
    "export * from '../../.server/shop.ts'",
    "export const shop = await import('../../.server/shop.ts')",
  ].map((statement) => ({
    folder: 'app/domain/money',
    statement,
    says: 'belongs in app/.server',
  })),

  // nothing but tests imports tests, from wherever there is a folder today
  ...folders().flatMap((folder) => [
    from(folder, '#tests/support/x.ts', 'belongs'),
    from(folder, `${'../'.repeat(folder.split('/').length)}tests/support/x.ts`, 'belongs'),
  ]),
]

const allowed: Try[] = [
  ...order.flatMap((room, index) => [
    from(`app/domain/${room}`, './x.ts'),
    ...order.slice(0, index).map((earlier) => from(`app/domain/${room}`, `../${earlier}/x.ts`)),
  ]),
  ...['#app/domain/quote/quote.ts', '#brand', 'zod', 'react', 'react-router', './x.ts'].map(
    (source) => from('app/forms', source),
  ),
  ...[
    '#app/domain/money/cents.ts',
    '#app/ui/gold/x.tsx',
    '../gold/x.tsx',
    './x.tsx',
    '#brand',
    'react',
    'react-router',
    'lucide-react',
  ].map((source) => from('app/ui/shell', source)),
  ...inner.flatMap((room) => [
    from(`app/.server/${room}`, '../shop.ts'),
    from(`app/.server/${room}`, '../problem.ts'),
    from(`app/.server/${room}`, '#app/domain/money/cents.ts'),
  ]),
  from('app/.server/gateways', 'node:crypto'),
  from('app/.server/db', 'drizzle-orm/pg-core'),
  from('app/.server/db', '#content/pendants/catalogue.ts'),
  from('app/.server/queries', '../db/schema.ts'),
  from('app/.server/operations', '../db/schema.ts'),
  from('app/.server/operations', '../gateways/payments/payment-gateway.ts'),
  from('app/.server/operations', '../queries/catalogue.ts'),
  from('app/.server/jobs', '../operations/accept-gold-price.ts'),
  from('app/.server/http', 'hono'),
  from('app/.server', './db/embedded.ts'),
  ...['shop', 'api', 'admin'].flatMap((room) =>
    [
      '#app/.server/catalog/queries/catalog.ts',
      '#app/.server/checkout/commands/quote-cart.ts',
      '#app/.server/platform/http/request-context.ts',
      '#app/domain/money/cents.ts',
      '#app/contracts/quote-request.ts',
      '#app/ui/seo.ts',
      '#content/qa/index.ts',
      'react-router',
    ].map((source) => from(`app/routes/${room}`, source)),
  ),
  from('app/routes/admin', '../shop/x.tsx'),
  from('app', './.server/queries/gold-price.ts'),
  from('app', '#app/.server/platform/http/request-context.ts'),
  from('content/qa', '#app/domain/catalog/product.ts'),
  from('tests/e2e', '#tests/support/x.ts'),
  from('tests/e2e', '#app/.server/platform/db/schema.ts'),
  from('scripts', '../app/.server/main.ts'),
]

const file = ({ folder }: Try, name: string) => `${folder}/${name}.ts`
const refusedFiles = refused.map((attempt, index) => file(attempt, `refused-${index}`))
const allowedFiles = allowed.map((attempt, index) => file(attempt, `allowed-${index}`))
/** A unit test stands in the room it tests, and may import what it needs for that. */
const testFile = 'app/domain/money/x.test.ts'

let house: string
let answers: Map<string, string[]>

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'import-walls-'))
  copyFileSync(resolve('biome.json'), join(house, 'biome.json'))
  const write = (path: string, statement: string) => {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), `${statement}\n`)
  }
  for (const [index, path] of refusedFiles.entries()) write(path, refused[index]?.statement ?? '')
  for (const [index, path] of allowedFiles.entries()) write(path, allowed[index]?.statement ?? '')
  write(testFile, "import '#tests/support/x.ts'\nimport 'fast-check'\nimport 'node:fs'")
  answers = lint(house)
}, 60_000)

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('an import that crosses a wall is refused, with the place where the code belongs', () => {
  it.each(refused.map((attempt, index) => ({ ...attempt, path: refusedFiles[index] ?? '' })))(
    '$folder: $statement',
    ({ path, says }) => {
      const messages = answers.get(path)
      expect(messages).toHaveLength(1)
      expect(messages?.[0]).toContain(says)
      expect(messages?.[0]).toContain('belongs')
    },
  )
})

describe('an import that a room needs passes', () => {
  it.each(allowed.map((attempt, index) => ({ ...attempt, path: allowedFiles[index] ?? '' })))(
    '$folder: $statement',
    ({ path }) => {
      expect(answers.get(path)).toBeUndefined()
    },
  )

  it('also everything, in a test beside what it tests', () => {
    expect(answers.get(testFile)).toBeUndefined()
  })
})

describe('the house', () => {
  it('has the rooms these walls are for, and no other', () => {
    expect(subfolders('app/domain').sort()).toEqual([...order, ...apart].sort())
    expect(subfolders('app/.server').sort()).toEqual([...inner].sort())
    expect(['shop', 'api', 'admin']).toEqual(expect.arrayContaining(subfolders('app/routes')))
    expect(subfolders('app').sort()).toEqual(['.server', 'domain', 'forms', 'routes', 'ui'])
  })
})

/** What the linter says about restricted imports, by file. */
function lint(folder: string): Map<string, string[]> {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const options = ['--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json']
  const run = spawnSync(process.execPath, [biome, 'lint', ...options, '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!run.stdout.startsWith('{')) throw new Error(`The linter did not run: ${run.stderr}`)
  const report = JSON.parse(run.stdout) as {
    diagnostics: { category: string; message: string; location: { path: string } }[]
  }
  const byFile = new Map<string, string[]>()
  for (const { category, message, location } of report.diagnostics) {
    if (category !== 'lint/style/noRestrictedImports') continue
    byFile.set(location.path, [...(byFile.get(location.path) ?? []), message])
  }
  return byFile
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

/** Every folder that holds code of the shop. */
function folders(): string[] {
  const within = (folder: string): string[] => [
    folder,
    ...subfolders(folder).flatMap((name) => within(`${folder}/${name}`)),
  ]
  return ['app', 'content', 'scripts'].flatMap(within)
}
