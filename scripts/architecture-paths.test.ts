import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Made by the running shop or by `npm run look`, so not in the repository. */
const madeLater = new Set(['data/', './data', '.cache/look/now/sheets'])

/** The paths a text names in backticks: with a slash inside or a file's ending, and no wildcard. */
function pathsIn(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, text = '']) => text)
    .filter((text) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(text))
    .filter((text) => text.includes('/') || /\.(tsx?|mjs|json|md|css|csv|sql)$/.test(text))
    .filter((text) => !madeLater.has(text))
}

/** The paths of a drawn tree, whole: `├─ x/` under `├─ y/` is `y/x/`. */
function pathsOfTree(markdown: string): string[] {
  const above: string[] = []
  return markdown.split('\n').flatMap((line) => {
    const branch = /^((?:│ {2}| {3})*)[├└]─ (\S+)/.exec(line)
    if (!branch) return []
    const [, indent = '', name = ''] = branch
    const depth = indent.length / 3
    above.splice(depth, above.length, name)
    return [above.join('')]
  })
}

type Areas = { areas: Record<string, unknown>; tableOfAreas: () => string[] }
const { areas, tableOfAreas } = createRequire(import.meta.url)('../areas.cjs') as Areas
const map = read('ARCHITECTURE.md')
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  // Those of docs/security.md are checked with its rows, in security-table.test.ts.
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md') && !/^(requirements|security)\.md$/.test(name))
    .map((name) => `docs/${name}`),
  ...readdirSync(new URL('docs/decisions', root)).map((name) => `docs/decisions/${name}`),
]

describe('ARCHITECTURE.md', () => {
  it.each(pathsOfTree(map))('draws %s, which exists', (path) => {
    expect(existsSync(new URL(path, root))).toBe(true)
  })

  it('draws every folder there is', () => {
    const folders = ['app/', 'app/routes/'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}${name}/`),
    )
    expect(pathsOfTree(map)).toEqual(expect.arrayContaining(folders))
  })

  it('has a row of the import table for every folder', () => {
    const table = map.split('\n').filter((line) => line.startsWith('| `'))
    const folders = table.flatMap((row) => pathsIn(row.split('|')[1] ?? ''))
    expect(folders).toEqual(
      expect.arrayContaining([
        'app/domain/',
        'app/contracts/',
        'app/ui/',
        'app/.server/platform/',
        'app/routes/',
        'content/',
        'tests/',
      ]),
    )
  })

  it('has the table of areas as areas.cjs makes it', () => {
    expect(map).toContain(`${tableOfAreas().join('\n')}\n`)
  })

  it.each(['app/domain/', 'app/contracts/', 'app/.server/'])('has every area of %s', (folder) => {
    const folders = readdirSync(new URL(folder, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'platform')
      .map(({ name }) => name)
    expect(Object.keys(areas)).toEqual(expect.arrayContaining(folders))
  })
})

describe('ARCHITECTURE.md, CONTRIBUTING.md, README.md, the pages of docs/ and the decisions', () => {
  const named = documents.flatMap((document) =>
    pathsIn(read(document))
      // Elsewhere than on the map a bare name may be meant beside the file just spoken of.
      .filter((path) => document === 'ARCHITECTURE.md' || path.includes('/'))
      .map((path) => ({ document, path })),
  )

  it.each(named)('$document names $path, which exists', ({ path }) => {
    expect(existsSync(new URL(path, root))).toBe(true)
  })
})

describe('docs/find-it.md', () => {
  it('has at most 30 rows, since names should tell the rest', () => {
    const rows = read('docs/find-it.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    expect(rows.length - 1).toBeLessThanOrEqual(30)
  })
})

describe('the reading of paths', () => {
  it('finds those in backticks, and nothing else', () => {
    const text =
      '`app/x.ts` `brand.ts` `/product/7` `npm test` `cart` `scripts/*.mjs` `data/` `db/y/`'
    expect(pathsIn(text)).toEqual(['app/x.ts', 'brand.ts', 'db/y/'])
    expect(pathsIn('```\n`app/x.ts`\n```')).toEqual([])
  })

  it('puts the branches of a tree together', () => {
    const tree = '/\n├─ a/   what\n│  ├─ b/\n│  │  └─ c.ts  why\n│  └─ d.ts\n└─ e/\n   └─ f.ts'
    expect(pathsOfTree(tree)).toEqual(['a/', 'a/b/', 'a/b/c.ts', 'a/d.ts', 'e/', 'e/f.ts'])
  })
})
