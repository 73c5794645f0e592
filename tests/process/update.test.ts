import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { finishRestore } from '#app/.server/backup/swap-folder.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { seededDataFolder, seededPostgresUrl } from '#tests/support/databases.ts'
import { type NewerVersion, newerVersion } from '#tests/support/newer-version.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { type Program, run } from '#tests/support/process.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'

/** `npm run update` itself, from the folder of a newer version with two migrations more. */
const log = pino({ level: 'silent' })
const steps = ['backup', 'copy', 'trial', 'change', 'check'] as const
let newer: NewerVersion
const folders: string[] = []
const programs: Program[] = []
beforeEach(() => {
  newer = newerVersion()
  newer.add('9001_notes.sql', 'create table notes (n int); insert into notes values (1);')
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
  newer.remove()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Shop = { settings: Record<string, string>; open(): Promise<Database> }

async function withAnOrder(shop: Shop): Promise<Shop> {
  const db = await shop.open()
  const { shop: app } = await sellingShop(db)
  await paidOrder(app)
  await db.close()
  return shop
}

async function embedded(): Promise<Shop> {
  const folder = await seededDataFolder()
  folders.push(folder)
  return withAnOrder({
    settings: { DATA_DIR: folder },
    async open() {
      finishRestore(folder)
      return openEmbedded(folder, log)
    },
  })
}

async function postgres(): Promise<Shop> {
  const url = await seededPostgresUrl()
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-update-'))
  folders.push(folder)
  const SESSION_SECRET = 'a secret of 32 characters or more, for tests'
  return withAnOrder({
    settings: { DATA_DIR: folder, DATABASE_URL: url, SESSION_SECRET },
    open: () => openPostgres(url, log),
  })
}

function update({ settings }: Shop): Program {
  const program = run([process.execPath, resolve('scripts/update.ts')], settings, newer.folder)
  programs.push(program)
  return program
}

/** The orders there are, and which of the two migrations ran. */
async function stateOf(shop: Shop) {
  const db = await shop.open()
  try {
    const [found] = await rows<{ orders: number; ran: string }>(
      db.orm,
      sql`select (select count(*)::int from orders) as orders, (select coalesce(string_agg(name, ' ' order by name), '')
        from schema_migrations where name like '900%') as ran`,
    )
    return found
  } finally {
    await db.close()
  }
}

const engines: [string, boolean, () => Promise<Shop>][] = [
  ['the embedded database', true, embedded],
  ['PostgreSQL', inject('postgresUrl') !== null, postgres],
]

for (const [engine, isThere, open] of engines) {
  // Each starts some programs and shops, one after the other.
  describe.skipIf(!isThere)(`an update of ${engine}`, { timeout: 240_000 }, () => {
    it('killed at any step leaves the old database or the new one, and can be done again [UPDATE-02]', async () => {
      // Long enough to be killed in the middle.
      newer.add('9002_slow.sql', 'select pg_sleep(0.4); create table more_notes (n int);')
      const shop = await open()
      const states: unknown[] = []
      for (const step of steps) {
        const program = update(shop)
        await program.says(new RegExp(`/5 ${step}: `))
        await new Promise((done) => setTimeout(done, 200))
        await program.stop('SIGKILL')
        const state = await stateOf(shop)
        expect(state?.orders).toBe(1)
        expect(['', '9001_notes.sql 9002_slow.sql']).toContain(state?.ran)
        states.push(state?.ran)
        if (state?.ran !== '') break
      }
      expect(states.slice(0, 3)).toEqual(['', '', ''])
      const again = update(shop)
      expect((await again.ended).code, again.output()).toBe(0)
      expect(await stateOf(shop)).toEqual({ orders: 1, ran: '9001_notes.sql 9002_slow.sql' })
    })

    it('that fails changes nothing, and says so [UPDATE-01]', async () => {
      newer.add('9002_wrong.sql', 'create table more_notes (n int); select nonsense;')
      const shop = await open()
      const program = update(shop)
      expect((await program.ended).code).not.toBe(0)
      expect(program.output()).toContain('NOT updated: nothing was changed.')
      expect(program.output()).toContain('9002_wrong.sql failed and was undone')
      expect(await stateOf(shop)).toEqual({ orders: 1, ran: '' })
      expect(readdirSync(shop.settings.DATA_DIR ?? '').join()).not.toContain('unfinished')
    })

    it('by a start is tried on a copy first, and refused where that fails [UPDATE-03]', async () => {
      newer.add('9002_wrong.sql', 'create table more_notes (n int); select nonsense;')
      const shop = await open()
      const start = [process.execPath, resolve('scripts/serve.ts')] as const
      const program = run(start, { ...shop.settings, PORT: '0', LOG_LEVEL: 'silent' }, newer.folder)
      programs.push(program)
      expect((await program.ended).code).toBe(78)
      expect(program.output()).toMatch(
        /tried on a copy and failed: .*nonsense.* Nothing was changed: start the older version .* A backup is in .*before-update-.*\.gz/,
      )
      expect(await stateOf(shop)).toEqual({ orders: 1, ran: '' })
    })
  })
}
