import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRequirements } from './requirements.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The numbers of levels 1 and 2 in each section of ASVS 5.0.0; level 3 makes the gaps. */
const standard: Record<string, string> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}
const required = Object.entries(standard).flatMap(([section, numbers]) =>
  numbers.split(' ').map((number) => `${section}.${number}`),
)

type Row = { ids: string[]; what: string; how: string; proof: string }

/** The rows of the tables whose first column is `ASVS`. */
function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [, ids = '', what = '', how = '', proof = ''] = line.split('|').map((cell) => cell.trim())
    return /^\d+\.\d+\.\d+/.test(ids) ? [{ ids: ids.split(', '), what, how, proof }] : []
  })
}

/** Paths in backticks, or under docs/ as other documents name them. */
const pathsIn = (text: string) => [
  ...[...text.matchAll(/`((?:app|tests|scripts|deploy|docs|db)\/[^`]*)`/g)].map(([, path]) => path),
  ...(text.match(/docs\/[\w./-]+\.md/g) ?? []),
]

const requirementsIn = (text: string) => text.match(/\b[A-Z][A-Z0-9]*-\d{2,}\b/g) ?? []

const page = read('docs/security.md')
const rows = rowsOf(page)
const known = new Set(
  readRequirements(read('docs/requirements.md')).flatMap((area) => area.rows.map(({ id }) => id)),
)

describe('docs/security.md', () => {
  it('has each requirement of levels 1 and 2 once, and no other [ATTACK-10]', () => {
    expect(required).toHaveLength(253)
    expect(rows.flatMap(({ ids }) => ids)).toEqual(required)
  })

  it('says of each what is done and what proves it, or why it does not apply [ATTACK-10]', () => {
    for (const { ids, what, how, proof } of rows) {
      expect(what, ids.join()).not.toBe('')
      if (/^not applicable: \w/.test(proof)) continue
      expect(how, ids.join()).not.toBe('')
      const named = [
        ...requirementsIn(proof),
        ...pathsIn(proof).filter((it) => /test|spec/.test(it ?? '')),
      ]
      expect(named.length, `${ids.join()}: ${proof}`).toBeGreaterThan(0)
    }
    expect(page).not.toMatch(/\bpartly\b/)
  })

  it('names rows and files that exist [ATTACK-10]', () => {
    const names = rows.flatMap(({ proof }) => requirementsIn(proof))
    expect(names.filter((id) => !known.has(id))).toEqual([])
    const rules = page.slice(0, page.indexOf('\n## V1 '))
    // Standards have numbers of the same form: SHA-256, RFC 6238.
    const inRules = [...rules.matchAll(/\(([A-Z0-9, -]+)\)/g)].flatMap(([, text = '']) =>
      requirementsIn(text),
    )
    expect(inRules.length).toBeGreaterThan(5)
    expect(inRules.filter((id) => !known.has(id))).toEqual([])
    const paths = pathsIn(page)
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
  })
})
