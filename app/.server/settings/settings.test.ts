import { describe, expect, it } from 'vitest'
import * as schema from '#app/.server/platform/db/settings-schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { paracordSetting } from './paracord.ts'
import { shippingSetting } from './shipping.ts'

const shippingAsSpecified = {
  processingTime: '3-5 business days',
  shippingTime: '2-3 business days',
  shippingCost: 'Free shipping in the United States',
  processingDays: 5,
}

onBothDatabases('settings', (open) => {
  it('are each one row, with the defaults at the beginning [DATA-13, SHIP-04]', async () => {
    const db = await open()
    const app = testShop({ db })
    expect(await shippingSetting.current(app)).toEqual(shippingAsSpecified)
    expect(await paracordSetting.current(app)).toEqual({ enabled: false, colors: [], message: '' })

    const updatedAt = new Date('2026-02-01T00:00:00Z')
    const second = { id: 'second', ...shippingAsSpecified, updatedAt }
    await expect(db.orm.insert(schema.shippingSettings).values(second)).rejects.toThrow()
    await db.orm.update(schema.shippingSettings).set({ shippingCost: 'Ten dollars' })
    await db.orm
      .update(schema.paracordOptions)
      .set({ enabled: true, colors: ['Sand', 'Black "matte"'], message: 'Ask us' })
    expect(await shippingSetting.current(app)).toMatchObject({ shippingCost: 'Ten dollars' })
    expect(await paracordSetting.current(app)).toEqual({
      enabled: true,
      colors: ['Sand', 'Black "matte"'],
      message: 'Ask us',
    })
    await db.close()
    expect(await shippingSetting.current(app)).toMatchObject({ shippingCost: 'Ten dollars' })
    expect(await paracordSetting.current(app)).toMatchObject({ message: 'Ask us' })
  })

  it('are the defaults where the row is missing [SHIP-04]', async () => {
    const db = await open()
    await db.orm.delete(schema.shippingSettings)
    await db.orm.delete(schema.paracordOptions)
    const app = testShop({ db })
    expect(await shippingSetting.current(app)).toEqual(shippingAsSpecified)
    expect(await paracordSetting.current(app)).toEqual({ enabled: false, colors: [], message: '' })
  })
})

describe('settings without a database', () => {
  it('are the defaults [SHIP-04]', async () => {
    const app = testShop({ db: null })
    expect(await shippingSetting.current(app)).toEqual(shippingAsSpecified)
    expect(await paracordSetting.current(app)).toEqual({ enabled: false, colors: [], message: '' })
  })
})
