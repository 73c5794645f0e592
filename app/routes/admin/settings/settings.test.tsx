import { describe, expect, it } from 'vitest'
import { auditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import * as schema from '#app/.server/platform/db/settings-schema.ts'
import { salesTaxSettings } from '#app/.server/platform/db/tax-schema.ts'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import * as product from '#app/routes/shop/product.tsx'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { renderPage } from '#tests/support/page.tsx'
import { testShop } from '#tests/support/shop.ts'
import * as bankDiscount from './bank-discount.tsx'
import * as paracord from './paracord.tsx'
import * as salesTax from './sales-tax.tsx'
import * as shipping from './shipping.tsx'
import * as woocommerce from './woocommerce.tsx'

const markup = '<script>alert(1)</script>'
const typedShipping = {
  processingTime: '1 week',
  shippingTime: ` ${markup} `,
  shippingCost: 'Ten dollars',
}
const typedParacord = {
  enabled: 'yes',
  color: ['Sand', 'sand', ' ', 'Black'],
  colors: ' Olive ',
  message: markup,
}

onBothDatabases('settings', (open) => {
  const shopWithDatabase = async () => {
    const db = await open()
    return { db, shop: testShop({ db }) }
  }
  const productHtml = async (app: Parameters<typeof renderPage>[0]) =>
    (await renderPage(app, product, { path: 'product/:id', address: '/product/7' })).html

  it('of shipping hold the business days an order is sent in, and never another number than the text [DESK-04]', async () => {
    const { db, shop } = await shopWithDatabase()
    const save = async (form: Record<string, string>) => {
      const { status, answer } = await renderAdminPage(shop, shipping, {
        form: { ...typedShipping, ...form },
      })
      const [row] = await db.orm.select().from(schema.shippingSettings)
      return { status, answer, days: row?.processingDays }
    }
    expect((await renderAdminPage(shop, shipping)).html).toMatch(
      /name="processingDays"[^>]*value="5"/,
    )
    const saved = await save({ processingTime: '2 weeks', processingDays: '10' })
    expect(saved).toMatchObject({ status: 200, days: 10 })
    // Left out, it is what the text says.
    expect(await save({ processingTime: '6-8 business days' })).toMatchObject({ days: 8 })
    const other = await save({ processingTime: '6-8 business days', processingDays: '9' })
    expect(other).toMatchObject({
      status: 400,
      days: 8,
      answer: {
        refused: {
          errors: { processingDays: expect.stringContaining('promises 8 business days') },
        },
      },
    })
    for (const days of ['', '0', '366', '2.5', 'five', '-1', '1e3']) {
      const refused = await save({ processingTime: 'soon', processingDays: days })
      expect(refused, days).toMatchObject({ status: 400, days: 8 })
    }
  })

  it('of shipping are saved as one record and on product pages at once, as text [SHIP-01, SHIP-02, SHIP-03, SHIP-05]', async () => {
    const { db, shop } = await shopWithDatabase()
    const before = await renderAdminPage(shop, shipping)
    expect(before.html).toContain('value="Free shipping in the United States"')
    const { status, answer } = await renderAdminPage(shop, shipping, { form: typedShipping })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ done: 'Changes saved successfully' })
    expect(await db.orm.select().from(schema.shippingSettings)).toEqual([
      {
        id: 'current',
        processingTime: '1 week',
        shippingTime: markup,
        shippingCost: 'Ten dollars',
        // The text names no number, so what was stored stays.
        processingDays: 5,
        updatedAt: shop.now(),
      },
    ])
    const html = await productHtml(shop)
    // A figure and its unit stay on one line.
    expect(html).toContain('<b>Processing time: </b><span class="unbroken">1 week</span>')
    expect(html).toContain('<b>Shipping time: </b>&lt;script&gt;')
    expect(html).not.toContain(markup)
    const { entries } = await auditLogPage(shop)
    expect(entries).toMatchObject([
      { actorId: signedIn.email, action: 'settings.shipping_updated' },
    ])
  })

  it('of the paracord are saved as one record and shown as text, each color once [PARA-01, PARA-03, PARA-04]', async () => {
    const { db, shop } = await shopWithDatabase()
    expect(await productHtml(shop)).not.toContain('Paracord Necklace')
    const { answer } = await renderAdminPage(shop, paracord, { form: typedParacord })
    expect(answer).toMatchObject({ done: 'Changes saved successfully' })
    expect(await db.orm.select().from(schema.paracordOptions)).toEqual([
      {
        id: 'current',
        enabled: true,
        colors: ['Sand', 'Black', 'Olive'],
        message: markup,
        updatedAt: shop.now(),
      },
    ])
    const html = await productHtml(shop)
    expect(html).toContain('Colors: Sand, Black, Olive')
    expect(html).not.toContain(markup)
    const { enabled: _, ...hidden } = typedParacord
    await renderAdminPage(shop, paracord, { form: hidden })
    expect(await productHtml(shop)).not.toContain('Paracord Necklace')
    expect((await auditLogPage(shop)).entries).toMatchObject([
      { actorId: signedIn.email, action: 'settings.paracord_updated', facts: { enabled: false } },
      { actorId: signedIn.email, action: 'settings.paracord_updated', facts: { enabled: true } },
    ])
  })

  it('of sales tax say that the tax code is to be confirmed, those of the bank price that tax is added to it [BANK-09, TAX-08]', async () => {
    const { shop } = await shopWithDatabase()
    const first = await renderAdminPage(shop, salesTax)
    expect(first.words).toContain('Confirm the code with your accountant')
    expect((await renderAdminPage(shop, bankDiscount)).words).toContain(
      'Sales tax is calculated on the lower price',
    )
  })

  it('of sales tax are saved as one record, and refused without a state or with a wrong code [TAX-01]', async () => {
    const { db, shop } = await shopWithDatabase()
    const before = await renderAdminPage(shop, salesTax)
    expect(before.html).toContain('value="txcd_99999999"')
    expect(before.html).not.toMatch(
      /name="(enabled|state)"[^>]*checked|checked[^>]*name="(enabled|state)"/,
    )
    const input = { enabled: 'yes', state: ['WA', 'OR', 'WA'], taxCode: ' txcd_12345678 ' }
    for (const [wrong, sentence, kept] of [
      [{ ...input, state: [] }, 'Choose the states where you’re registered.', '12345678'],
      [{ ...input, taxCode: 'gold' }, 'A Stripe tax code is txcd_', 'value="gold"'],
      [{ ...input, state: ['XX'] }, 'Failed to save changes', '12345678'],
    ] as const) {
      const form = { ...wrong, state: [...wrong.state] }
      const { status, words, html } = await renderAdminPage(shop, salesTax, { form })
      expect([status, words, html]).toEqual([
        400,
        expect.stringContaining(sentence),
        expect.stringContaining(kept),
      ])
    }
    expect(await db.orm.select().from(salesTaxSettings)).toEqual([])
    const { answer } = await renderAdminPage(shop, salesTax, { form: input })
    expect(answer).toMatchObject({ done: 'Changes saved successfully' })
    expect(await db.orm.select().from(salesTaxSettings)).toEqual([
      {
        id: 'current',
        enabled: true,
        states: ['OR', 'WA'],
        taxCode: 'txcd_12345678',
        updatedAt: shop.now(),
      },
    ])
    const { enabled: _, ...off } = input
    await renderAdminPage(shop, salesTax, { form: { ...off, state: [] } })
    const action = 'settings.sales_tax_updated'
    expect((await auditLogPage(shop)).entries).toMatchObject([
      { actorId: signedIn.email, action, facts: { enabled: false, states: [] } },
      { actorId: signedIn.email, action, facts: { enabled: true, states: ['OR', 'WA'] } },
    ])
  })

  it('are written again where their row was lost [PARA-03, SHIP-02]', async () => {
    const { db, shop } = await shopWithDatabase()
    await db.orm.delete(schema.shippingSettings)
    await db.orm.delete(schema.paracordOptions)
    await renderAdminPage(shop, shipping, { form: typedShipping })
    await renderAdminPage(shop, paracord, { form: typedParacord })
    expect(await db.orm.$count(schema.shippingSettings)).toBe(1)
    expect(await db.orm.$count(schema.paracordOptions)).toBe(1)
  })

  it('that cannot be saved say so, and keep what was typed [SHIP-03, PARA-05]', async () => {
    const { db, shop } = await shopWithDatabase()
    const tooLong = { ...typedShipping, shippingCost: 'x'.repeat(201) }
    const refused = await renderAdminPage(shop, shipping, { form: tooLong })
    expect(refused.status).toBe(400)
    expect(refused.words).toContain('Failed to save changes')
    expect(refused.words).toContain('Shipping cost can have no more than 200 characters')
    expect(refused.html).toContain('value="1 week"')
    await db.close()
    for (const [tab, form, kept] of [
      [shipping, typedShipping, 'value="Ten dollars"'],
      [paracord, typedParacord, 'value="Olive"'],
    ] as const) {
      const { status, words, html } = await renderAdminPage(shop, tab, { form })
      expect(status).toBe(503)
      expect(words).toContain('Failed to save changes')
      expect(words).toContain('Dismiss')
      expect(words).not.toContain('Changes saved successfully')
      expect(html).toContain(kept)
    }
  })
})

describe('settings without a database', () => {
  it('are not pretended to be saved [SHIP-03, PARA-05]', async () => {
    const app = testShop({ db: null })
    for (const [tab, form] of [
      [shipping, typedShipping],
      [paracord, typedParacord],
    ] as const) {
      const { answer } = await renderAdminPage(app, tab, { form })
      expect(answer).toMatchObject({
        refused: { message: 'Failed to save changes' },
      })
    }
    expect(await shippingSetting.current(app)).not.toMatchObject({ shippingCost: 'Ten dollars' })
  })

  it('of WooCommerce say that they stay in this browser [WOO-01, D38]', async () => {
    const { words } = await renderAdminPage(testShop({ db: null }), woocommerce)
    expect(words).toContain('saved in this browser only')
    expect(words).toContain('WooCommerce store URL')
    expect(words).toContain('Matching WooCommerce products')
  })
})
