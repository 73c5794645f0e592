import { expect, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import * as product from '#app/routes/shop/product.tsx'
import * as products from '#app/routes/shop/products.tsx'
import { onPostgres, seededPostgresUrl } from '#tests/support/databases.ts'
import { renderPage } from '#tests/support/page.tsx'
import { deleteProduct } from '../commands/delete-product.ts'
import { updateProduct } from '../commands/save-product.ts'

onPostgres('the catalog of two processes on one database', () => {
  it('shows at once what the other one saved and deleted [DATA-31]', async () => {
    const config = readConfig({
      DATABASE_URL: await seededPostgresUrl(),
      SESSION_SECRET: 'a secret of the test shop, 32 characters or more',
      GOLD_SOURCES: 'none',
      LOG_LEVEL: 'silent',
    })
    const one = await createApp(config)
    const other = await createApp(config)
    const by = 'ada@example.com'
    const productPage = () =>
      renderPage(other.context, product, { path: 'product/:id', address: '/product/7' })
    const collectionPage = () => renderPage(other.context, products, { address: '/products' })
    try {
      expect((await productPage()).words).not.toContain('Tide Pool')
      const changes = { name: 'Tide Pool' }
      await updateProduct(one.context, { id: '7', revision: 1, by, changes })
      await vi.waitFor(async () => {
        expect((await productPage()).words).toContain('Tide Pool')
        expect((await collectionPage()).words).toContain('Tide Pool')
      }, waiting)

      await deleteProduct(one.context, { id: '7', by })
      await vi.waitFor(async () => {
        expect((await productPage()).status).toBe(404)
        expect((await collectionPage()).words).not.toContain('Tide Pool')
      }, waiting)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })
})

/** Far below the minute after which a job compares without a notice. */
const waiting = { timeout: 5000, interval: 50 }
