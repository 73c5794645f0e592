import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newRecoveryCodes, redeemRecoveryCode } from '#app/.server/auth/recovery-codes.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { rows } from '../platform/db/database.ts'
import { migrationFiles } from '../platform/db/migrate.ts'
import { readBackup } from './backup-file.ts'
import { restoreRows } from './restore-rows.ts'
import { swapSchema } from './swap-schema.ts'
import { takeBackup } from './take-backup.ts'
import { readUsedCodes, retainUsedCodes } from './used-codes.ts'

const now = new Date('2026-03-11T16:00:00Z')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-spent-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

onBothDatabases('what was used up since a backup', (open) => {
  it('stays used up after it is restored, and nobody is signed in [BACKUP-04]', async () => {
    const db = await open()
    const app = testShop({ db })
    const ann = await firstAdmin(app)
    const bob = await firstAdmin(app, 'bob@example.com')
    const eve = await firstAdmin(app, 'eve@example.com')
    await db.orm.execute(sql`update admins set last_step = 100`)
    const file = join(folder, 'shop.gz')
    await writeFile(file, await takeBackup(db, { secret: null, secretMark: 'm', now }))

    const redeem = (admin: typeof ann, code = '') =>
      redeemRecoveryCode(db.orm, [app.secret], { adminId: admin.id, code, at: now })
    expect(await redeem(ann, ann.recoveryCodes[0])).toBe(true)
    await db.orm.execute(sql`update admins set last_step = 105 where id = ${ann.id}`)
    await newRecoveryCodes(db.orm, app.secret, bob.id)
    await db.orm.execute(sql`delete from admins where id = ${eve.id}`)
    await signedInCookie(app, ann)

    let spent = 0
    const contents = await readBackup(file)
    const files = await migrationFiles()
    await swapSchema(
      db,
      'before_restore_test',
      async (connection) => {
        await restoreRows(connection, file, contents, files)
      },
      async (tx, from) => {
        spent = await retainUsedCodes(tx, await readUsedCodes(tx, from), now)
      },
    )
    // One of Ann's was used, all ten of Bob's were replaced; of Eve nothing is known.
    expect(spent).toBe(11)
    expect(await redeem(ann, ann.recoveryCodes[0])).toBe(false)
    expect(await redeem(ann, ann.recoveryCodes[1])).toBe(true)
    for (const code of bob.recoveryCodes) expect(await redeem(bob, code)).toBe(false)
    expect(await redeem(eve, eve.recoveryCodes[0])).toBe(true)
    const steps = await rows(
      db.orm,
      sql`select email, last_step as step from admins order by email`,
    )
    expect(steps.map(({ step }) => Number(step))).toEqual([105, 100, 100])
    expect(await rows(db.orm, sql`select id from admin_sessions`)).toEqual([])
  })
})
