import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it, vi } from 'vitest'
import { installedEngines, missingEngines } from './engines.mjs'
import { filesOfAreas, openPartTimes } from './test-parts.mjs'

const { areas } = createRequire(import.meta.url)('../areas.cjs') as { areas: object }

it('the tests of an area are those in its folder of every layer; a name that is none is refused with the list [GATE-03]', () => {
  expect(filesOfAreas(['returns'], process.cwd())).toEqual([
    'app/domain/returns/',
    'app/contracts/returns/',
    'app/.server/returns/',
    'app/routes/admin/returns/',
  ])
  for (const area of Object.keys(areas)) {
    expect(filesOfAreas([area], process.cwd()), area).not.toEqual([])
  }
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    expect(filesOfAreas(['returns', 'no-such'], process.cwd())).toBeNull()
    expect(write.mock.calls.join()).toMatch(/no area no-such\. The areas are: access, .*weighing/)
  } finally {
    write.mockRestore()
  }
})

it('the parts of a run are listed with the time of each and of all, by the wall and of the processors [GATE-03]', () => {
  const times = openPartTimes()
  times.ends('One part')
  times.ends('Another part')
  const [head, ...rows] = times.table().split('\n')
  expect(head).toMatch(/^Part +wall +processor$/)
  expect(rows.map((row) => row.replace(/ +/g, ' '))).toEqual(
    ['One part', 'Another part', 'All'].map((name) =>
      expect.stringMatching(new RegExp(`^${name} \\d+:\\d\\d (\\d+:\\d\\d|–)$`)),
    ),
  )
})

it('journeys run in each engine that is installed; one that is not is named in a line with its packages [GATE-04]', () => {
  const isThere = (path: string) => /headless-shell|firefox/.test(path)
  expect(installedEngines(isThere)).toEqual(['chromium', 'firefox'])
  expect(missingEngines(isThere)).toEqual([
    expect.stringMatching(/^SKIPPED: journeys in webkit .*apt-get install webkit2gtk-driver /),
  ])
  expect(missingEngines(() => true)).toEqual([])
  const gate = readFileSync('.ci/run', 'utf8')
  for (const packages of missingEngines(() => false)) {
    for (const name of /install (.*)\)/.exec(packages)?.[1]?.split(' ') ?? []) {
      expect(gate).toContain(name)
    }
  }
  expect(readFileSync('scripts/test.mjs', 'utf8')).toContain('--config=tests/engines/')
})
