import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as screen from './settings.tsx'

onBothDatabases('the screen of risk settings', (open) => {
  it('saves the figures with a fresh second factor, keeps what was no sum, and logs it [HOLD-06, WEIGH-07, WEIGH-13, WEIGH-14]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const scale = { toleranceMg: 50, limitPermille: 50 }
    const rules = { ...scale, secondReading: 1000, workshopLimit: 10_000 }
    const before = { highValue: 500_000, compareCountries: true, threeDSecure: 0, ...rules }
    expect(await riskSetting.stored(shop.db.orm)).toEqual(before)
    const weights = {
      ...{ toleranceMg: '0.08', limitPermille: '2.5' },
      ...{ secondReading: '15', workshopLimit: '50.50' },
    }
    const form = { highValue: '$7,500', threeDSecure: '250.50', ...weights }
    for (const wrong of ['', 'much', '-1', '1.234', '2000000']) {
      const { status, html } = await renderAdminPage(shop, screen, {
        form: { ...form, highValue: wrong },
      })
      expect(status).toBe(400)
      expect(html).toContain('Please enter dollars from 0 to 1,000,000, such as 5000.')
      expect(html).toContain(`value="${wrong}"`)
      expect(html).toContain('value="250.50"')
    }
    for (const wrong of ['', '-1', '0,05', '0.005', '1.01']) {
      const input = { form: { ...form, toleranceMg: wrong } }
      const { status, html } = await renderAdminPage(shop, screen, input)
      expect([
        status,
        html.includes('from 0 to 1 with no more than two decimals, such as 0.05.'),
      ]).toEqual([400, true])
    }
    for (const wrong of ['', '0', '-5', '20.1', '2,5', '100']) {
      const { status, html } = await renderAdminPage(shop, screen, {
        form: { ...form, limitPermille: wrong },
      })
      expect([status, html.includes('from 0.1 to 20 with no more than one decimal,')]).toEqual([
        400,
        true,
      ])
    }
    for (const [field, wrong] of [
      ['secondReading', '1001'],
      ['workshopLimit', '-1'],
    ] as const) {
      const { status, html } = await renderAdminPage(shop, screen, {
        form: { ...form, [field]: wrong },
      })
      expect([status, html.includes('Please enter dollars from 0 to 1')]).toEqual([400, true])
    }
    const factorAt = shop.now()
    pass(60)
    const { status } = await renderAdminPage(shop, screen, { form, factorAt })
    expect(status).toBe(403)
    expect(await riskSetting.stored(shop.db.orm)).toEqual(before)
    const saved = await renderAdminPage(shop, screen, { form })
    expect(saved.answer).toMatchObject({ done: 'Changes saved successfully' })
    expect(saved.html).toContain('value="7500.00"')
    expect(await riskSetting.stored(shop.db.orm)).toEqual({
      highValue: 750_000,
      compareCountries: false,
      threeDSecure: 25_050,
      ...{ toleranceMg: 80, limitPermille: 25, secondReading: 1500, workshopLimit: 5050 },
    })
    const log = await shop.db.orm.select().from(auditLog)
    expect(log.filter(({ action }) => action === 'settings.risk_updated')).toMatchObject([
      { facts: { highValueCents: 750_000, compareCountries: false, threeDSecureCents: 25_050 } },
    ])
  })
})
