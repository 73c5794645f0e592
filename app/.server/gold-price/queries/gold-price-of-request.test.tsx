import { RouterContextProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { loader as rootLoader } from '#app/root.tsx'
import { loader as productsLoader } from '#app/routes/admin/catalog/list.tsx'
import { loader as debugLoader } from '#app/routes/admin/debug/page.tsx'
import { loader as adminLoader } from '#app/routes/admin/layout.tsx'
import { loader as productLoader } from '#app/routes/shop/product.tsx'
import { signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'

const pages: [string, unknown[]][] = [
  ['/product/7', [rootLoader, productLoader]],
  ['/admin/products?order=price', [rootLoader, adminLoader, productsLoader]],
  ['/admin/debug', [rootLoader, adminLoader, debugLoader]],
]

/** One request: its loaders at once, as the router runs them. */
async function request(app: AppContext, address: string, loaders: unknown[]): Promise<unknown[]> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(adminContext, signedIn)
  const args = {
    context,
    params: { id: '7' },
    request: new Request(new URL(address, app.publicUrl)),
  }
  return Promise.all(loaders.map((loader) => (loader as (a: typeof args) => unknown)(args)))
}

function readsOfGoldPrice({ orm }: Database): () => number {
  const select = vi.spyOn(orm, 'select')
  onTestFinished(() => select.mockRestore())
  return () => select.mock.calls.filter(([fields]) => fields?.row === goldPrices).length
}

onBothDatabases('the gold price of a request', (open) => {
  it('is read once for all parts of a page, and again for the next page [LIVE-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    const reads = readsOfGoldPrice(db)
    for (const [address, loaders] of pages) {
      const before = reads()
      await request(app, address, loaders)
      expect([address, reads() - before]).toEqual([address, 1])
    }
    const { perGram } = await setManualGoldPrice(app, byHand(1_500_000))
    const [root] = (await request(app, '/product/7', [rootLoader, productLoader])) as [
      { gold: { pricePerGram: number } },
    ]
    expect(root.gold.pricePerGram).toBe(perGram)
  })
})
