import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const { buildEnvironment } = (await import(
  // Plain JavaScript without types, put together so that none are looked for.
  new URL('./bootstrap.mjs', import.meta.url).href
)) as { buildEnvironment: () => NodeJS.ProcessEnv }

it.each(['test', 'development', ''])('is for production where NODE_ENV is "%s" [OPS-16]', (set) => {
  vi.stubEnv('NODE_ENV', set)
  expect(buildEnvironment().NODE_ENV).toBe('production')
  vi.unstubAllEnvs()
})

it('is made with that environment by `npm run build` and `npm start` alike [OPS-16]', () => {
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const { scripts } = JSON.parse(text('../package.json')) as { scripts: Record<string, string> }
  expect(scripts.build).toBe('node scripts/build.mjs')
  expect(text('./build.mjs')).toContain('buildAnew()')
  expect(text('./bootstrap.mjs')).toContain('env: buildEnvironment(),')
})
