import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The links `[text](target)` of a page outside of its code, pictures included; none to other sites. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .flatMap(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:|^\//.test(target))
}

/** The anchors that GitHub makes of the headings of a page. */
const anchorsIn = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('README.md', () => {
  const readme = read('README.md')

  it('has at most 700 words [DOCS-01]', () => {
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(700)
  })

  it('has two pictures, each under 200 kB [DOCS-01]', () => {
    const pictures = linksIn(readme).filter((target) => target.endsWith('.png'))
    expect(pictures).toHaveLength(2)
    for (const picture of pictures) {
      expect(statSync(join(root, picture)).size, picture).toBeLessThan(200_000)
    }
  })
})

it('names every setting that the program reads, and no other [DOCS-02]', () => {
  const inProgram = ['config.ts', 'config-gold.ts', 'config-backup.ts'].flatMap((file) =>
    [...read(`app/.server/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
  )
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`([A-Z][A-Z0-9_]{2,})`/g)].map(([, name]) => name),
  )
  expect(inProgram.length).toBeGreaterThan(35)
  // systemd sets this one.
  const settable = inProgram.filter((name) => name !== 'JOURNAL_STREAM')
  expect([...new Set(named)].toSorted()).toEqual(settable.toSorted())
})

it('names every command, and none that does not exist [DOCS-03]', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commandsIn = (text: string) =>
    [...text.matchAll(/npm (?:run )?(?:--silent )?([a-z:-]+)/g)].flatMap(([, name = '']) => name)
  const named = commandsIn(read('docs/commands.md'))
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([])
  const everywhere = pages.flatMap((page) =>
    [...read(page).matchAll(/`([^`\n]*)`/g)].flatMap(([, code = '']) => commandsIn(code)),
  )
  const ofNpm = new Set(['install', 'audit', 'outdated'])
  expect(everywhere.filter((name) => !(name in scripts) && !ofNpm.has(name))).toEqual([])
})

it.each(pages)('%s has links that lead somewhere [DOCS-04]', (page) => {
  for (const link of linksIn(read(page))) {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(join(root, target)), link).toBe(true)
    if (anchor) expect(anchorsIn(read(target)), link).toContain(anchor)
  }
})
