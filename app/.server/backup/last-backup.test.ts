import { expect, it } from 'vitest'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { beginRun, endRun } from './backup-runs.ts'
import { recordBackup } from './last-backup.ts'

onBothDatabases('staff', (open) => {
  it('read where no backup was written, and where none is any more [OPS-08]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const notices = async () => (await health(shop)).notices
    // A shop to look around in needs none.
    expect(await notices()).toEqual([])
    shop.payments = { ...testPayments(shop), live: true }
    expect(await notices()).toEqual([
      'This shop has never been backed up. An owner chooses where backups go in Setup › Backup.',
    ])
    const file = '/backups/shop.gz'
    await recordBackup(db.orm, { now: shop.now(), file })
    expect(await notices()).toEqual([])
    expect((await health(shop)).backup).toEqual({
      last: { at: shop.now().toISOString(), where: file },
      rehearsal: null,
    })
    pass(2 * 24 * 60 - 1)
    expect(await notices()).toEqual([])
    pass(1)
    expect(await notices()).toEqual([
      'The last backup was written 2 days ago. Check the backup location in Setup › Backup.',
    ])
    await recordBackup(db.orm, { now: shop.now(), file })
    expect(await notices()).toEqual([])
  })
  it('of the bench are shown no place where backups are stored [BACKUP-09]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    shop.config.backup = { ...shop.config.backup, to: { kind: 'folder', path: '/mnt/vault' } }
    const file = '/mnt/vault/shop.gz'
    await recordBackup(db.orm, { now: shop.now(), file })
    for (const kind of ['nightly', 'rehearsal'] as const) {
      const run = await beginRun(db.orm, kind, shop.now())
      await endRun(db.orm, run, shop.now(), { problem: '/mnt/vault is full.' })
    }
    expect(
      JSON.stringify(await health(shop, { role: 'manager' })).split('/mnt/vault'),
    ).toHaveLength(4)
    const bench = await health(shop, { role: 'bench' })
    expect(JSON.stringify(bench)).not.toContain('vault')
    expect(bench.backup?.last).toEqual({ at: shop.now().toISOString(), where: null })
    expect(bench.notices).toEqual([
      'The last backup had a problem. An owner or manager can see why.',
      'The restore test of the last backup failed. An owner or manager can see why.',
    ])
  })
})
