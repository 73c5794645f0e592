import { expect, it } from 'vitest'
import { shippingMethodsSetting } from '#app/.server/settings/shipping-methods.ts'
import * as auditLog from '#app/routes/admin/audit-log/page.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import * as screen from './shipping-methods.tsx'

const form = {
  ...{ express: 'yes', expressRate: '35', expressDays: '1', expressText: '1-2 business days' },
  ...{ international: 'yes', country: ['DE', 'CA'], internationalRate: '90.50' },
  ...{ customsText: 'You pay customs duties.', pickup: 'yes', pickupAddress: '7 Example Lane' },
  pickupHours: 'Mon to Fri',
}

onBothDatabases('delivery options', (open) => {
  it('are saved with an entry in the audit log, and are all off until then [SHIPPING-02]', async () => {
    const shop = testShop({ db: await open() })
    expect(await shippingMethodsSetting.current(shop)).toMatchObject({
      ...{ express: false, international: false, pickup: false },
    })
    const saved = await renderAdminPage(shop, screen, { form })
    expect(saved.status).toBe(200)
    expect(await shippingMethodsSetting.stored(shop.db.orm)).toEqual({
      ...{ express: true, expressRate: 3500, expressDays: 1, expressText: '1-2 business days' },
      ...{ international: true, countries: ['CA', 'DE'], internationalRate: 9050 },
      ...{ customsText: 'You pay customs duties.', pickup: true },
      ...{ pickupAddress: '7 Example Lane', pickupHours: 'Mon to Fri' },
    })
    const { html } = await renderAdminPage(shop, screen)
    expect(html).toMatch(/name="internationalRate"[^>]*value="90.50"/)
    await renderAdminPage(shop, screen, { form: { ...form, expressRate: '40' } })
    const { words } = await renderAdminPage(shop, auditLog)
    expect(words).toContain('changed delivery options')
    expect(words).toContain('Express rate ($): $35.00 → became $40.00')
  })

  it('refuse a closed country with the reason, and lose nothing that was entered [SHIPPING-03]', async () => {
    const shop = testShop({ db: await open() })
    const closed = { ...form, country: ['DE', 'CU'], pickupHours: 'By appointment' }
    const { status, words, html } = await renderAdminPage(shop, screen, { form: closed })
    expect(status).toBe(400)
    expect(words).toContain('Cuba can’t be offered. US sanctions forbid almost all trade with it.')
    expect(html).toMatch(/name="pickupHours"[^>]*value="By appointment"/)
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="DE"|value="DE"[^>]*checked=""/)
    expect(await shippingMethodsSetting.stored(shop.db.orm)).toMatchObject({ express: false })
  })
})
