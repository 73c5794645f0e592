import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { newProduct } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { duplicateProduct } from '../commands/duplicate-product.ts'
import { createProduct } from '../commands/save-product.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct } from '../queries/catalog.ts'
import { productPage } from '../queries/product-page.ts'
import { showAndHide } from './show-and-hide.ts'

const by = 'ann@example.com'
// The clock of a selling shop stands at 09:00 PDT on March 11, 2026.
const draft = {
  ...newProduct,
  ...{ name: 'Tide', slug: 'tide', shortDescription: 'A tide.', description: '<p>A</p>' },
  ...{ active: false, shownFrom: '2026-03-11T09:30', shownUntil: '2026-03-11T10:30' },
}

it('times that are none or out of order are refused beside the field; an active piece is hidden until its time [BULK-09]', () => {
  const refused = (changes: object) => {
    const read = readProduct({ ...draft, ...changes })
    return isRefusal(read) ? read.at : null
  }
  expect(refused({})).toBeNull()
  expect(refused({ shownFrom: 'soon' })).toBe('shownFrom')
  expect(refused({ shownFrom: '2026-03-08T02:30' })).toBe('shownFrom')
  expect(refused({ shownUntil: draft.shownFrom })).toBe('shownUntil')
  expect(readProduct({ ...draft, active: true })).toMatchObject({ active: false })
  expect(readProduct({ ...draft, active: true, shownFrom: '' })).toMatchObject({ active: true })
})

onBothDatabases('pieces with times', (open) => {
  async function shopWithTide() {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const product = readProduct(draft)
    if (isRefusal(product)) throw new Error(product.message)
    const { id } = await createProduct(shop, { by, product })
    const stored = async () =>
      (await db.orm.select().from(products).where(eq(products.id, id)))[0] ?? null
    return { db, shop, pass, id, stored }
  }

  it('come into the shop and leave it at their times, once each, and the audit log tells of it [BULK-09]', async () => {
    const { db, shop, pass, id, stored } = await shopWithTide()
    expect((await adminProduct(shop, id))?.draft).toMatchObject({
      shownFrom: draft.shownFrom,
      shownUntil: draft.shownUntil,
    })
    pass(29)
    await showAndHide(shop)
    expect(await stored()).toMatchObject({ active: false, revision: 1 })
    pass(1)
    await Promise.all([showAndHide(shop), showAndHide(shop)])
    expect(await activeProduct(shop, id)).not.toBeNull()
    expect(await stored()).toMatchObject({ active: true, revision: 2, shownFrom: null })
    pass(60)
    await showAndHide(shop)
    expect(await activeProduct(shop, id)).toBeNull()
    expect(await stored()).toMatchObject({ active: false, revision: 3, shownUntil: null })
    const log = await db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'product.switched'))
      .orderBy(auditLog.id)
    expect(log.map(({ actorId, facts }) => [actorId, facts.after])).toEqual([
      ['the schedule', true],
      ['the schedule', false],
    ])
  })

  it('whose times are both over are hidden, and a copy has none [BULK-09]', async () => {
    const { db, shop, pass, id, stored } = await shopWithTide()
    const copy = await duplicateProduct(shop, { id, once: 'x', by })
    pass(24 * 60)
    await showAndHide(shop)
    expect(await stored()).toMatchObject({ active: false, shownFrom: null, shownUntil: null })
    const [copied] = await db.orm.select().from(products).where(eq(products.id, copy.id))
    expect(copied).toMatchObject({ revision: 1, shownFrom: null, shownUntil: null })
  })

  it('are seen by staff before, and by nobody else [BULK-08]', async () => {
    const { shop, id } = await shopWithTide()
    expect(await productPage(shop, id)).toBeNull()
    const page = await productPage(shop, id, undefined, { hiddenToo: true })
    expect(page?.product).toMatchObject({ name: 'Tide', active: false })
  })
})
