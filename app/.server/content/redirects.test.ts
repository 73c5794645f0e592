import { like, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { createProduct, updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { redirects } from '#app/.server/platform/db/texts-schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { productToSave } from '#tests/support/product-drafts.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { addRedirect, deleteRedirect } from './commands/redirects.ts'
import { redirectOf, redirectsPage } from './queries/redirects.ts'

const by = 'ann@example.com'
const pages = new Set(['/', '/products', '/product/7', '/contact'])
const answerAt = async (path: string) => {
  const headers = new Headers(path === '/product/wave' ? { Location: '/product/7' } : {})
  return { status: pages.has(path) ? 200 : path === '/product/wave' ? 302 : 404, headers }
}
const add = (app: AppContext, from: string, to: string) =>
  addRedirect(app, { by, from, to, answerAt })
const leadsTo = (app: AppContext, path: string) => redirectOf(app, app.publicUrl + path)

onBothDatabases('redirects', (open) => {
  it('lead from an address without a page to one that has one, and are in the log [SEO-12]', async () => {
    const { shop } = await sellingShop(await open())
    await add(shop, '/shop/wave/', '/product/wave')
    await add(shop, `${shop.publicUrl}/caf%C3%A9`, '/contact#form')
    expect(await leadsTo(shop, '/shop/wave?utm_source=letter')).toBe('/product/7?utm_source=letter')
    expect(await leadsTo(shop, '/shop/wave/')).toBe('/product/7')
    expect(await leadsTo(shop, '/caf%C3%A9?a=1')).toBe('/contact#form')
    expect(await leadsTo(shop, '/shop')).toBeNull()
    expect(await leadsTo(shop, '/%zz')).toBeNull()
    await deleteRedirect(shop, { by, path: '/shop/wave' })
    await deleteRedirect(shop, { by, path: '/shop/wave' })
    expect(await leadsTo(shop, '/shop/wave')).toBeNull()
    const log = await rows(
      shop.db.orm,
      sql`select action from audit_log where action like 'redirect%' order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual([
      'redirect.added',
      'redirect.added',
      'redirect.deleted',
    ])
  })

  it('never hide a page, loop, or lead to one another [SEO-12]', async () => {
    const { shop } = await sellingShop(await open())
    await add(shop, '/old', '/products')
    for (const [from, to, field] of [
      ['/contact', '/products', 'from'],
      ['/old', '/contact', 'from'],
      ['/other', '/old', 'to'],
      ['/other', '/nowhere', 'to'],
      ['/admin/x', '/products', 'from'],
      ['/other', 'https://evil.example/', 'to'],
    ] as const) {
      const { status, details } = await refusal(add(shop, from, to))
      expect([status, Object.keys(details.errors as object)], `${from} ${to}`).toEqual([
        422,
        [field],
      ])
    }
    // A page that is gone: what led there leads on.
    pages.delete('/products')
    try {
      await add(shop, '/products', '/contact')
    } finally {
      pages.add('/products')
    }
    const { redirects: listed } = await redirectsPage(shop, { q: '', page: 1 })
    expect(listed.map(({ path, target }) => [path, target]).sort()).toEqual([
      ['/old', '/contact'],
      ['/products', '/contact'],
    ])
  })

  it('are listed in pages, the newest first, and found by a part of either address [SEO-12]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.execute(sql`insert into redirects (path, target, made_by, created_at)
      select '/old-' || n, '/product/' || n, 'ann@example.com', '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 60) n`)
    const page = async (q: string, page: number) => {
      const { redirects: listed, ...found } = await redirectsPage(shop, { q, page })
      return { ...found, paths: listed.map(({ path }) => path) }
    }
    const last = await page('', 3)
    expect(last).toMatchObject({ total: 60, page: 3, pages: 3 })
    expect([last.paths.length, last.paths[9]]).toEqual([10, '/old-1'])
    expect((await page('', 1)).paths[0]).toBe('/old-60')
    expect((await page(' OLD-59 ', 1)).paths).toEqual(['/old-59'])
    expect((await page('product/7', 1)).paths).toEqual(['/old-7'])
    expect(await page('%', 9)).toMatchObject({ total: 0, page: 1, pages: 1 })
  })

  it('that are added read only those that they concern, in any spelling, and 1,000 by hand are the most [SEO-12]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.execute(sql`insert into redirects (path, target, made_by, created_at)
      select '/old-' || n, '/products', case when n < 1000 then 'ann@example.com' end, now()
      from generate_series(1, 1500) n`)
    // What led to the address that is redirected now, as browsers and older programs wrote it.
    const spellings = ['/caf%C3%A9', '/caf%c3%a9/', '/caf%C3%A9?a=1', '/caf%C3%A9#b', '/caf%C3%A9s']
    await shop.db.orm.insert(redirects).values(
      spellings.map((target, at) => ({
        ...{ path: `/to-cafe-${at}`, target, madeBy: null, createdAt: shop.now() },
      })),
    )
    const sent = await statementsOf(shop, /"redirects"/, () => add(shop, '/café', '/contact'))
    const reads = sent.filter((text) => text.startsWith('select'))
    expect(reads.length).toBeGreaterThan(0)
    for (const text of reads) expect(text).toContain(' where ')
    const led = await shop.db.orm
      .select()
      .from(redirects)
      .where(like(redirects.path, '/to-cafe-%'))
      .orderBy(redirects.path)
    expect(led.map(({ target }) => target)).toEqual([...Array(4).fill('/contact'), '/caf%C3%A9s'])
    expect((await refusal(add(shop, '/one-more', '/contact'))).message).toMatch(/1000 redirects/)
  })

  it('are added where the web address of a product changes, also there and back [SEO-13]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: productToSave() })
    const rename = (revision: number, slug: string) =>
      updateProduct(shop, { id, revision, by, changes: { slug } })
    await rename(1, 'new-wave')
    expect(await leadsTo(shop, '/product/salish-wave?size=small')).toBe(`/product/${id}?size=small`)
    await updateProduct(shop, { id, revision: 2, by, changes: { name: 'Another name' } })
    await rename(3, 'salish-wave')
    const stored = await shop.db.orm.select().from(redirects)
    expect(stored).toMatchObject([{ path: '/product/new-wave', madeBy: null }])
  })
})
