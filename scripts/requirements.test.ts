import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failures, namedIn, readRequirements, report } from './requirements.ts'

const areas = readRequirements(`
## GOLD: Gold price

| ID | Requirement | Kind |
|---|---|---|
| GOLD-01 | 1 troy ounce = 31.1035 grams. | logic |
| GOLD-02 | Size price → D1 | logic |

## Beyond the source

### A11Y: everyone

| ID | Requirement | Kind |
|---|---|---|
| A11Y-01 | No axe violation. | ui |

- **D1. A decision** (GOLD-02): no row.
`)

// The brackets are put together here, so that this file names no requirement itself.
const title = (ids: string) => `is so [${ids}]`

describe('the requirements document', () => {
  it('is read as areas with their rows', () => {
    expect(areas.map(({ name, rows }) => [name, rows.map(({ id }) => id)])).toEqual([
      ['GOLD', ['GOLD-01', 'GOLD-02']],
      ['A11Y', ['A11Y-01']],
    ])
    expect(areas[0]).toMatchObject({ title: 'Gold price' })
    expect(areas[0]?.rows[0]?.text).toBe('1 troy ounce = 31.1035 grams.')
  })

  it('has every row of the standing document, each once', () => {
    const markdown = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8')
    const written = markdown
      .split('\n')
      .flatMap((line) => /^\| ([A-Z0-9]+-\d+) \|/.exec(line)?.[1] ?? [])
    const ids = readRequirements(markdown).flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(ids.sort()).toEqual([...new Set(written)].sort())
    expect(ids).toHaveLength(written.length)
  })
})

describe('test titles', () => {
  it.each([
    [`it('${title('GOLD-01')}', () => {})`, ['GOLD-01']],
    [`it("it's ${title('GOLD-01, A11Y-01')}", () => {})`, ['GOLD-01', 'A11Y-01']],
    [`it.each([1])(\n  \`${title('GOLD-02, D1')} and more\`, () => {})`, ['GOLD-02']],
    [`test('${title('D1, GOLD-02')}', async () => {})`, ['GOLD-02']],
    [
      `describe('${title('GOLD-01')}', () => { it('${title('GOLD-02')}') })`,
      ['GOLD-01', 'GOLD-02'],
    ],
    [
      `it('in app/**/x ${title('GOLD-01')}', () => {})
it('in y/*.ts')`,
      ['GOLD-01'],
    ],
  ])('are read for the rows they name: %s', (source, ids) => {
    expect([...namedIn(source)]).toEqual(ids)
  })

  it.each([
    `// ${title('GOLD-01')}`,
    `/** ${title('GOLD-01')} */`,
    `  /*\n * ${title('GOLD-01')}\n */`,
    `it.skip('${title('GOLD-01')}', () => {})`,
    `it.todo(\n  '${title('GOLD-01')}')`,
    `test.fixme('${title('GOLD-01')}', () => {})`,
    `it('is GOLD-01', () => {})`,
    `it('${title('D1')}', () => {})`,
    'const digits = /[A-Z0-9-1]/',
  ])('name nothing here: %s', (source) => {
    expect([...namedIn(source)]).toEqual([])
  })
})

describe('the report', () => {
  const named = new Set(['GOLD-01', 'A11Y-01', 'GLOD-02'])

  it('lists by area what no test names, with totals', () => {
    expect(report(areas, named)).toBe(
      [
        'GOLD     1/2  Gold price',
        '    GOLD-02  Size price → D1',
        'A11Y     1/1  everyone',
        '',
        'Named by tests, but no requirement: GLOD-02',
        '',
        '2 of 3 requirements are named by a test',
      ].join('\n'),
    )
  })

  it('fails in strict runs only for the areas and rows asked for', () => {
    expect(failures(areas, named, [])).toEqual([])
    expect(failures(areas, named, ['A11Y', 'GOLD-01'])).toEqual([])
    expect(failures(areas, named, ['GOLD'])).toEqual(['GOLD: no test names GOLD-02'])
    expect(failures(areas, named, ['GOLD-02'])).toEqual(['GOLD-02: no test names GOLD-02'])
    expect(failures(areas, named, ['GLOD'])).toEqual(['GLOD is no area and no requirement'])
  })
})

describe('the command', () => {
  const run = (...options: string[]) =>
    spawnSync(process.execPath, ['scripts/requirements.ts', ...options], { encoding: 'utf8' })

  it('prints the report and ends well, whatever is missing', () => {
    const { status, stdout, stderr } = run()
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^ROUTE +\d+\/7 {2}Routes, redirects, not found$/m)
    expect(stdout).toMatch(/\d+ of \d+ requirements are named by a test\n$/)
    expect(status).toBe(0)
  })

  it('fails a strict run with the reason, and an unknown option', () => {
    expect(run('--strict', 'NOWHERE')).toMatchObject({
      status: 1,
      stderr: 'NOWHERE is no area and no requirement\n',
    })
    expect(run('--strickt').status).toBe(1)
  })
})
