import { expect, it } from 'vitest'
import { shippingSettings as shippingTable } from '#app/.server/platform/db/settings-schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { shippingPromise } from './shipping-promise.ts'

onBothDatabases('what the shop says of shipping', (open) => {
  it('is counted from its settings, on its own clock, until its midnight [FACTS-05]', async () => {
    const db = await open()
    // Ten minutes before midnight in Seattle.
    const before = testShop({ db, now: () => new Date('2026-11-24T07:50:00Z') })
    expect(await shippingPromise(before)).toMatchObject({
      today: '2026-11-23',
      arrival: { first: '2026-12-01', last: '2026-12-04' },
      until: new Date('2026-11-24T08:00:00Z'),
    })
    const after = testShop({ db, now: () => new Date('2026-11-24T08:00:00Z') })
    expect(await shippingPromise(after)).toMatchObject({
      today: '2026-11-24',
      arrival: { first: '2026-12-02', last: '2026-12-07' },
      until: new Date('2026-11-25T08:00:00Z'),
    })
    // The day the clocks go back has 25 hours.
    const long = testShop({ db, now: () => new Date('2026-11-01T12:00:00Z') })
    expect((await shippingPromise(long)).until).toEqual(new Date('2026-11-02T08:00:00Z'))

    await db.orm
      .update(shippingTable)
      .set({ processingDays: 10, processingTime: '5-10 business days', shippingTime: 'overnight' })
    const vague = testShop({ db, now: before.now })
    expect((await shippingPromise(vague)).arrival).toBeNull()
  })
})
