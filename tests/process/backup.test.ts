import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { rows } from '#app/.server/platform/db/database.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { seededDataFolder, seededPostgresUrl } from '#tests/support/databases.ts'
import { addressOf, type Program, run, serveCommand } from '#tests/support/process.ts'

/** `npm run backup` and `npm run restore`, the commands themselves, beside a shop that takes orders. */
const programs: Program[] = []
const folders: string[] = []
let file: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-backups-'))
  folders.push(folder)
  file = join(folder, 'shop.gz')
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Settings = Record<string, string>

async function serve(settings: Settings): Promise<{ url: string; program: Program }> {
  const program = run(serveCommand, { PORT: '0', TRUST_PROXY: '1', ...settings })
  programs.push(program)
  return { url: await addressOf(program), program }
}

async function command(settings: Settings, name: 'backup' | 'restore', ...more: string[]) {
  return said(name, settings, file, ...more)
}

async function said(name: string, settings: Settings, ...args: string[]) {
  const program = run([process.execPath, `scripts/${name}.ts`, ...args], settings)
  programs.push(program)
  const { code } = await program.ended
  return { code, said: program.output() }
}

let shoppers = 0

/** Answers the address of the page to pay on, below that of the shop. Each comes from elsewhere. */
async function placesOrder(shop: string): Promise<string> {
  shoppers += 1
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `198.18.${shoppers >> 8}.${shoppers & 255}`,
  }
  const ask = async (path: string, body: object) => {
    const response = await fetch(shop + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const { quote, total } = await ask('/api/quote', {
    lines: [{ productId: '7', size: 'Small', quantity: 1 }],
  })
  const { url } = await ask('/api/create-checkout-session', { amount: Number(total), quote })
  return new URL(url).pathname
}

/** Backs up while orders come in; answers those that were placed before it began, and during it. */
async function backsUpAmidstOrders(shop: string, settings: Settings) {
  const before = [await placesOrder(shop), await placesOrder(shop)]
  const during: string[] = []
  let written = false
  const ordering = (async () => {
    while (!written && during.length < 100) during.push(await placesOrder(shop))
  })()
  const { code, said } = await command(settings, 'backup').finally(() => {
    written = true
  })
  await ordering
  expect(said).toMatch(/Backup written and read back: .*shop\.gz/)
  expect(said).not.toContain('could not be noted')
  expect(code).toBe(0)
  const held = Number(/: (\d+) orders \(the latest is T-FN-/.exec(said)?.[1])
  expect(held).toBeGreaterThanOrEqual(before.length)
  expect(held).toBeLessThanOrEqual(before.length + during.length)
  return { before, during, held }
}

const statusOf = async (url: string) => (await fetch(url)).status

// Each asks some programs to start, one after the other.
describe('a backup written while the shop takes orders', { timeout: 240_000 }, () => {
  it('makes the same shop in an empty folder [OPS-08]', async () => {
    const from = await seededDataFolder()
    const to = mkdtempSync(join(tmpdir(), 'four-nines-restored-'))
    folders.push(from, to)
    const shop = await serve({ DATA_DIR: from })
    const { before, during, held } = await backsUpAmidstOrders(shop.url, { DATA_DIR: from })
    await shop.program.stop()

    const { code, said } = await command({ DATA_DIR: to }, 'restore', '--yes')
    expect(said).toContain(`Restored and compared: ${held} orders`)
    expect(code).toBe(0)
    expect(readFileSync(join(to, 'secret'))).toEqual(readFileSync(join(from, 'secret')))
    const again = await serve({ DATA_DIR: to })
    for (const path of before) expect(await statusOf(again.url + path), path).toBe(200)
    // Those placed meanwhile are there up to one moment, and none after it.
    const statuses = await Promise.all(during.map((path) => statusOf(again.url + path)))
    const there = held - before.length
    expect(statuses).toEqual(during.map((_, index) => (index < there ? 200 : 404)))
  })

  it('is written by the started shop itself, where it is told to, and can be restored [BACKUP-05]', async () => {
    const from = await seededDataFolder()
    const to = mkdtempSync(join(tmpdir(), 'four-nines-restored-'))
    const nightly = mkdtempSync(join(tmpdir(), 'four-nines-nightly-'))
    folders.push(from, to, nightly)
    const shop = await serve({ DATA_DIR: from, BACKUP_TO: nightly })
    const written = () => readdirSync(nightly).filter((name) => name.endsWith('.gz'))
    for (let tries = 0; written().length === 0 && tries < 600; tries += 1) await sleep(100)
    await shop.program.stop()
    const [name = ''] = written()
    const { code, said: words } = await said(
      'restore',
      { DATA_DIR: to },
      join(nightly, name),
      '--yes',
    )
    expect(words).toContain('Restored and compared: 0 orders')
    expect(code).toBe(0)
  })

  it('is encrypted to the key that a command makes, and restored with its file alone [BACKUP-01, BACKUP-02, BACKUP-03]', async () => {
    const from = await seededDataFolder()
    const to = mkdtempSync(join(tmpdir(), 'four-nines-restored-'))
    folders.push(from, to)
    const keyFile = `${file}.key`
    const made = await said('backup', {}, '--new-key', keyFile)
    expect(made.code).toBe(0)
    const [, key = ''] = /BACKUP_KEY=(age1\w+)/.exec(made.said) ?? []
    expect(made.said).not.toContain('AGE-SECRET-KEY')

    const settings = { DATA_DIR: from, BACKUP_KEY: key }
    expect((await command(settings, 'backup')).said).toContain('It is encrypted to BACKUP_KEY')
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const plain = await said('backup', settings, `${file}.plain`, '--plain')
    expect(plain.said).toContain('It is NOT encrypted')
    expect(readFileSync(`${file}.plain`).readUInt16BE()).toBe(0x1f8b)

    const refused = [
      ['--yes'],
      ['--yes', '--identity', readFileSync(keyFile, 'utf8').split('\n')[2] ?? ''],
    ]
    for (const more of refused) {
      const { code, said } = await command({ DATA_DIR: to }, 'restore', ...more)
      expect(code).not.toBe(0)
      expect(said).toMatch(/is encrypted; add --identity|Name the file of the key, not the key/)
    }
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    writeFileSync(`${file}.altered`, bytes)
    const altered = [`${file}.altered`, '--yes', '--identity', keyFile]
    const damaged = await said('restore', { DATA_DIR: to }, ...altered)
    expect(damaged.said).toContain('is damaged (it is not as it was encrypted)')
    expect(damaged.code).toBe(65)
    expect(existsSync(join(to, 'db'))).toBe(false)

    const whole = await command({ DATA_DIR: to }, 'restore', '--yes', '--identity', keyFile)
    expect(whole.said).toContain('Restored and compared: 0 orders')
    expect(whole.code).toBe(0)
  })

  it.skipIf(inject('postgresUrl') === null)(
    'takes the place of a PostgreSQL shop that runs on, and asks first [OPS-08]',
    async () => {
      const url = await seededPostgresUrl()
      const settings = {
        DATABASE_URL: url,
        SESSION_SECRET: 'a secret of 32 characters or more, for tests',
      }
      const shop = await serve(settings)
      const { before, during, held } = await backsUpAmidstOrders(shop.url, settings)
      const later = await placesOrder(shop.url)

      const unasked = await command(settings, 'restore')
      expect(unasked.said).toContain('NOTHING was restored, and nothing changed.')
      expect(unasked.code).toBe(1)
      expect(await statusOf(shop.url + later)).toBe(200)

      const { code, said } = await command(settings, 'restore', '--yes')
      const missing = before.length + during.length + 1 - held
      expect(said).toContain(`NOTE: ${missing} order`)
      expect(code).toBe(0)
      for (const path of before) expect(await statusOf(shop.url + path), path).toBe(200)
      expect(await statusOf(shop.url + later)).toBe(404)
      expect(await statusOf(shop.url + (await placesOrder(shop.url)))).toBe(200)

      // What it replaced is still there.
      const schema = /is now in the schema (before_restore_\w+) of the same database/.exec(
        said,
      )?.[1]
      const db = await openPostgres(url, pino({ level: 'silent' }))
      const kept = sql`select count(*) from ${sql.identifier(schema ?? '')}.orders`
      const [found] = await rows(db.orm, kept).finally(db.close)
      expect(found).toEqual({ count: before.length + during.length + 1 })
    },
  )
})
