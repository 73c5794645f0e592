import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draft, productToSave } from '#tests/support/product-drafts.ts'
import { emptyCatalog } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { applyProductChange, undoProductChange } from '../commands/apply-product-change.ts'
import { duplicateProduct } from '../commands/duplicate-product.ts'
import { planBulkChange } from '../commands/plan-bulk-change.ts'
import { createProduct, updateProduct } from '../commands/save-product.ts'
import { switchProduct } from '../commands/switch-product.ts'
import { activeProduct } from './catalog.ts'
import { priceReplay } from './price-replay.ts'

const by = 'ann@example.com'

onBothDatabases('the price that a page showed at a moment', (open) => {
  async function shopWithAPiece() {
    const db = await open()
    await emptyCatalog(db)
    const made = await sellingShop(db)
    const { shop, pass } = made
    const { id } = await createProduct(shop, { by, product: productToSave() })
    pass(1)
    /** Does something, and answers the moment after it. */
    const afterwards = async (work: Promise<unknown>) => {
      await work
      const at = shop.now()
      pass(1)
      return at
    }
    const shown = async (at: Date, product = id) => {
      const { page, ...replay } = await priceReplay(shop, { product, at })
      return { ...replay, prices: page?.sizes.map(({ unitPrice }) => unitPrice), page }
    }
    return { ...made, db, id, afterwards, shown }
  }

  it('undoes every later change of its sizes, one by one or with others, and of its visibility [PROOF-09]', async () => {
    const { shop, id, afterwards, shown } = await shopWithAPiece()
    const made = new Date(shop.now().getTime() - 60_000)
    const oneSize = await afterwards(
      updateProduct(shop, {
        id,
        revision: 1,
        by,
        changes: productToSave({ sizes: draft.sizes.slice(0, 1) }),
      }),
    )
    const hidden = await afterwards(switchProduct(shop, { id, what: 'active', to: false, by }))
    const all: BulkChange = {
      ...{ fee: { how: 'add', amount: cents(5000), size: null }, active: null },
      ...{ featured: null, category: null },
    }
    const plan = await planBulkChange(shop, { by, chosen: { ids: [id] }, change: all })
    const dearer = await afterwards(applyProductChange(shop, { id: plan, by }))
    const undone = await afterwards(undoProductChange(shop, { id: plan, by }))

    // 14.7 g × $130 + $750, 28.9 g × $130 + $1,250
    expect(await shown(made)).toMatchObject({ prices: [266_100, 500_700], page: { active: true } })
    expect(await shown(oneSize)).toMatchObject({ prices: [266_100], page: { active: true } })
    expect(await shown(hidden)).toMatchObject({ prices: [266_100], page: { active: false } })
    expect((await shown(dearer)).prices).toEqual([271_100])
    expect((await shown(undone)).prices).toEqual([266_100])
    const before = await shown(new Date(made.getTime() - 60_000))
    expect(before).toMatchObject({ existed: false, page: null })
  })

  it('is made with the gold price of that moment, withdrawn later or not [PROOF-09, LIVE-05]', async () => {
    const { shop, goldBecomes, id, afterwards, shown } = await shopWithAPiece()
    const first = new Date(shop.now().getTime() - 60_000)
    const wrong = await afterwards(goldBecomes('260'))
    const record = (await shown(wrong)).gold.record ?? 0
    const after = await afterwards(
      withdrawGoldPrice(shop, { from: record, until: record, by, reason: 'Typed twice.' }),
    )
    expect(await shown(first)).toMatchObject({
      prices: [266_100, 500_700],
      gold: { perGram: 1_300_000, by: 'a test', until: wrong.toISOString(), state: 'set by hand' },
    })
    expect(await shown(wrong)).toMatchObject({
      prices: [457_200, 876_400],
      gold: { until: after.toISOString(), withdrawnAt: after.toISOString() },
    })
    expect(await shown(after)).toMatchObject({
      prices: [266_100, 500_700],
      gold: { perGram: 1_300_000, until: null, withdrawnAt: null },
    })
    // Today's answer is what the page shows today.
    const product = await activeProduct(shop, id)
    expect(product?.price).toBe('2661.00')
    const early = await shown(new Date('2026-03-11T15:00:00Z'))
    expect(early).toMatchObject({ gold: { record: null, perGram: 927_700, state: 'indicative' } })
  })

  it('says when nothing was sold, and finds a piece by its address [PROOF-09]', async () => {
    const { shop, afterwards, shown } = await shopWithAPiece()
    const stopped = await afterwards(stopSelling(shop, { by, message: 'Back on Monday.' }))
    expect((await shown(stopped)).stoppedSince).toBe(stopped.toISOString())
    expect((await shown(new Date(stopped.getTime() - 1))).stoppedSince).toBeNull()
    for (const input of ['salish-wave', ' https://shop.example/product/salish-wave?size=Small ']) {
      expect((await shown(stopped, input)).product.name).toBe('Salish Wave')
    }
  })

  it('is refused for a moment to come and a product there is not, and not guessed [PROOF-09]', async () => {
    const { shop, db, id, afterwards, shown } = await shopWithAPiece()
    const later = new Date(shop.now().getTime() + 60_000)
    await expect(shown(later)).rejects.toMatchObject({ status: 400 })
    for (const input of ['nothing', '', '\0', 'a'.repeat(500)]) {
      await expect(shown(shop.now(), input)).rejects.toMatchObject({ status: 404 })
    }
    const made = new Date(shop.now().getTime() - 60_000)
    const copied = await afterwards(duplicateProduct(shop, { id, once: 'a', by }))
    expect((await shown(copied)).existed).toBe(true)
    await updateProduct(shop, { id, revision: 1, by, changes: { name: 'Wave' } })
    // As an entry of an older shop, which had no changes.
    await db.orm.execute(sql`alter table audit_log disable trigger user`)
    await db.orm.execute(
      sql`update audit_log set facts = facts - 'changes' where action = 'product.updated'`,
    )
    expect(await shown(made)).toMatchObject({ existed: true, page: null })
    expect((await shown(shop.now())).prices).toEqual([266_100, 500_700])
  })
})
