import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Environment = Record<string, string>
const { installEnvironment } = (await import(
  // Plain JavaScript without types, put together so that none are looked for.
  new URL('./bootstrap.mjs', import.meta.url).href
)) as { installEnvironment: (all: Environment) => Environment }

it('gives the installation of packages none of the secrets of the shop [SECRET-01]', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].flatMap(([, name]) => name ?? [])
  const secret = named.filter((name) => /SECRET|KEY|DATABASE_URL|SMTP_URL/.test(name))
  expect(new Set(secret).size).toBeGreaterThanOrEqual(9)
  const plain = {
    PATH: '/bin',
    HOME: '/root',
    HTTPS_PROXY: 'p',
    npm_config_registry: 'r',
    NPM_TOKEN: 't',
  }
  const outer = { npm_lifecycle_event: 'start', npm_config_local_prefix: '/x' }
  const all = { ...plain, ...outer, ...Object.fromEntries(secret.map((name) => [name, 'secret'])) }
  expect(installEnvironment(all)).toEqual(plain)
})

it('runs no install script of a package [SECRET-01]', () => {
  const text = readFileSync(new URL('./bootstrap.mjs', import.meta.url), 'utf8')
  expect(text).toMatch(/const args = \[\s+'install',[^\]]+'--ignore-scripts',\s+\]/)
})
