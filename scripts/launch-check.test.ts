import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { report } from './launch-check.ts'

describe('the launch check', () => {
  it('says in the end how much is open', () => {
    const open = ['x', 'y'].map((message) => ({ topic: 'mail' as const, sentence: message }))
    expect(report(open)).toContain('\nEmail\n  - x\n  - y\n\nGold price\n  Nothing open.\n')
    expect(report(open)).toMatch(/\n2 things are open\.$/)
    expect(report([])).toContain('Nothing is open.')
    expect(report([])).not.toContain('could not be asked')
    expect(report([], false)).toContain('The shop itself could not be asked')
  })

  it('ends with 1 while something is open, without a settings file and with a wrong setting', () => {
    const run = (settings: Record<string, string>) =>
      spawnSync(process.execPath, ['scripts/launch-check.ts'], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...settings },
      })
    const { status, stdout, stderr } = run({})
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toContain('email is still a placeholder')
    expect(stdout).toContain('(content/legal/privacy-policy.md:1)')
    const wrong = run({ PORT: 'eighty' })
    expect(wrong.status).toBe(1)
    expect(wrong.stdout).toContain('PORT must be a whole number')
  })
})
