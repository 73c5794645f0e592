import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** What a process draws where `npm test` draws ten and three. */
function drawnWith(environment: Record<string, string>): unknown {
  const program = `import { draws, isDrawnMore } from './tests/support/draws.ts'
    console.log(JSON.stringify([draws(10), draws(3), isDrawnMore]))`
  const { DRAWS: _, ...env } = process.env
  const args = ['--input-type=module-typescript', '-e', program]
  return JSON.parse(
    execFileSync(process.execPath, args, { env: { ...env, ...environment } }).toString(),
  )
}

it('slow tests draw a few examples, and as many times more as the bench says [GATE-02]', () => {
  expect(drawnWith({})).toEqual([10, 3, false])
  expect(drawnWith({ DRAWS: '20' })).toEqual([200, 60, true])
})
