/**
 * `npm run sbom`: every package that the shop runs with, its version and its license, as CycloneDX on
 * standard output, from package-lock.json alone. `npm sbom` leaves out what packages for tests need as
 * well (nodemailer), and fails on a peer that is named by the tag `latest`.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const lockFile = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      /** Needed only to build and test the shop. */
      dev: z.boolean().optional(),
    }),
  ),
})

/** Of packages whose package.json names none: as their LICENSE file says. */
const readLicenses: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** https://cyclonedx.org/docs/1.5/json/; sorted, so that two lists can be compared. */
export function cycloneDx(lock: unknown) {
  const { name, version, packages } = lockFile.parse(lock)
  const components = new Map<string, object>()
  for (const [path, { dev, ...found }] of Object.entries(packages)) {
    const packageName = path.split('node_modules/').at(-1)
    if (!packageName || dev) continue
    const license = found.license ?? readLicenses[packageName]
    const purl = `pkg:npm/${packageName.replace('@', '%40')}@${found.version}`
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: packageName,
      version: found.version,
      purl,
      ...(license ? { licenses: licensesOf(license) } : {}),
      ...(found.integrity ? { hashes: found.integrity.split(' ').map(hashOf) } : {}),
    })
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found),
  }
}

/** Most name a license of SPDX's list, or several joined by OR. */
function licensesOf(license: string) {
  return [
    /\bSEE\b|UNLICENSED/.test(license) ? { license: { name: license } } : { expression: license },
  ]
}

/** `sha512-…` in base64, as npm writes it. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const alg = algorithm.toUpperCase().replace(/^SHA/, 'SHA-')
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock: unknown = JSON.parse(
    readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
  )
  process.stdout.write(`${JSON.stringify(cycloneDx(lock), null, 2)}\n`)
}
