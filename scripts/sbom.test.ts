import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))

const license = z.union([
  z.object({ license: z.object({ name: z.string().min(1) }) }),
  z.object({ expression: z.string().min(1) }),
])
const written = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  components: z.array(
    z.object({
      name: z.string().min(1),
      version: z.string().min(1),
      purl: z.string().startsWith('pkg:npm/'),
      licenses: z.array(license).min(1),
      hashes: z.array(
        z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[\da-f]{128}$/) }),
      ),
    }),
  ),
})

it('lists every package the shop runs with, each with its version and license [OPS-15]', () => {
  const text = execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, encoding: 'utf8' })
  const { components } = written.parse(JSON.parse(text))
  const listed = new Map(components.map(({ name, version }) => [name, version]))
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')))
  for (const [name, version] of Object.entries(dependencies)) {
    expect(listed.get(name), name).toBe(version)
  }
  for (const name of ['@playwright/test', 'lighthouse']) {
    expect(Object.keys(devDependencies)).toContain(name)
    expect(listed.has(name), name).toBe(false)
  }
  // What those need is listed as well.
  expect(listed.has('kysely')).toBe(true)
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
})
