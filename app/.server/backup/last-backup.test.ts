import { expect, it } from 'vitest'
import { health } from '#app/.server/health/queries/health.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
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
      'No backup of this shop was ever written. The README says how, under Backups.',
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
      'The last backup was written 2 days ago. The README says how they are written every night.',
    ])
    await recordBackup(db.orm, { now: shop.now(), file })
    expect(await notices()).toEqual([])
  })
})
