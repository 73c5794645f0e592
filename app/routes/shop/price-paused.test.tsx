import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { renderPage } from '#tests/support/page.tsx'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as product from './product.tsx'

const sentence =
  'We can’t take orders right now, because the gold price hasn’t updated. Please check back soon.'

onBothDatabases('the page of a piece', (open) => {
  it('says that no orders are taken while the gold price is too old, in place of its buttons and its day of arrival [LIVE-17]', async () => {
    const { shop, pass, goldBecomes } = await sellingShop(await open())
    const live = { ...shop, payments: { ...testPayments(shop), live: true } }
    const page = (app: AppContext = live) =>
      renderPage(app, product, { path: 'product/:id', address: '/product/7' })
    expect((await page()).words).toContain('Buy Now')
    expect((await page()).words).not.toContain(sentence)
    pass(4 * 24 * 60)
    const { words, html } = await page()
    // Above the page, and where its buttons were.
    expect(words.split(sentence)).toHaveLength(3)
    expect(words).not.toMatch(/Buy Now|Add to Cart|Order by/)
    expect(html).toContain('<h1')
    // With test payments the shop sells at any price.
    expect((await page(shop)).words).not.toContain(sentence)
    await goldBecomes('131')
    expect((await page()).words).toContain('Buy Now')
  })
})
