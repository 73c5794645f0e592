import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import {
  createRateLimiters,
  rateLimitersContext,
} from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { newProduct, type ProductDraft } from '#app/contracts/catalog/product.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import * as edit from './edit.tsx'
import * as list from './list.tsx'
import * as create from './new.tsx'

const draft: ProductDraft = {
  ...newProduct,
  name: 'Salish Wave',
  slug: 'salish-wave',
  shortDescription: 'A wave.',
  description: '<p>A wave.</p>',
}

type Answer = {
  data: {
    saved?: { id: string }
    refused?: { code: string; message: string; at?: string }
  }
  init?: { status: number } | null
}

const limiters = new WeakMap<AppContext, ReturnType<typeof createRateLimiters>>()
function limitersOf(app: AppContext) {
  const known = limiters.get(app) ?? createRateLimiters(app)
  limiters.set(app, known)
  return known
}

/** Posts as the browser's script does, to the route's own action. */
async function post(
  app: AppContext,
  action: unknown,
  body: string | FormData,
  params: Record<string, string> = {},
  factorAt = app.now(),
): Promise<Answer> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(adminContext, signedIn)
  context.set(sessionContext, { id: 'session', factorAt })
  context.set(rateLimitersContext, limitersOf(app))
  const request = new Request('http://localhost:3000/admin', { method: 'POST', body })
  return (action as (args: object) => Promise<Answer>)({ request, context, params })
}

const creating = (app: AppContext, changes: object) =>
  post(app, create.action, JSON.stringify({ draft: { ...draft, ...changes }, revision: null }))

const long = 'x'.repeat(100_000)
const size = { size: 'Small', weight: '14.7', fee: '750', stripeLink: '' }
const bad: [string, object, string][] = [
  ...(['name', 'slug', 'shortDescription', 'description'] as const).flatMap(
    (field): [string, object, string][] => [
      [`${field} empty`, { [field]: '' }, 'Please fill in all required fields'],
      [`${field} blank`, { [field]: ' \t ' }, 'Please fill in all required fields'],
      [`${field} too long`, { [field]: long }, 'This has 100,000'],
    ],
  ),
  ['script for a description', { description: '<script>x</script>' }, 'required fields'],
  ['no size', { sizes: [] }, 'Please provide at least one gold size with valid weight and fee'],
  ['weight 0', { sizes: [{ ...size, weight: '0' }] }, 'at least one gold size'],
  ['weight −1', { sizes: [{ ...size, weight: '-1' }] }, 'at least one gold size'],
  ['weight 1e9', { sizes: [size, { ...size, size: 'L', weight: '1e9' }] }, 'no more than 100,000'],
  ['weight 1,5', { sizes: [size, { ...size, size: 'L', weight: '1,5' }] }, 'Please enter 1.5.'],
  ['one size twice', { sizes: [size, size] }, 'at least one gold size'],
  [
    'a payment page of another host [LINK-01]',
    { sizes: [{ ...size, stripeLink: 'https://buy.stripe.com.evil.example/x' }] },
    'must lead to buy.stripe.com or checkout.stripe.com',
  ],
  ['a script to pay', { sizes: [{ ...size, stripeLink: 'javascript:x' }] }, 'begins with https'],
  ['a script for a picture', { images: [{ src: 'javascript:x', alt: '' }] }, 'must begin with'],
  [
    'eleven pictures',
    { images: Array.from({ length: 11 }, (_, n) => ({ src: `/${n}.svg`, alt: '' })) },
    'Maximum of 10 images allowed',
  ],
  ['a form of another kind', { sizes: 'none' }, 'draft.sizes'],
]

onBothDatabases('the product screens', (open) => {
  it('refuse bad input in words, and store nothing [FORM-11, FORM-12, FORM-14, FORM-15, SIZE-04, IMG-02, IMG-06]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const before = await db.orm.$count(products)
    for (const [what, changes, sentence] of bad) {
      const { data } = await creating(shop, changes).catch((error: Error) => {
        throw new Error(`${what}: ${error.message}`)
      })
      expect(data.refused?.message, what).toContain(sentence)
      const update = JSON.stringify({ draft: { ...draft, ...changes }, revision: 1 })
      const again = await post(shop, edit.action, update, { id: '5' })
      expect(again.data.refused?.message, what).toContain(sentence)
      expect(again.init?.status, what).toBe(400)
    }
    expect((await post(shop, create.action, 'no JSON')).init?.status).toBe(400)
    expect(await db.orm.$count(products)).toBe(before)
    const [five] = await db.orm.select().from(products).where(eq(products.id, '5'))
    expect(five).toMatchObject({ name: 'Sound Wave', revision: 1 })
  })

  it('store any writing as it was written, and no script or reversed direction [FORM-22, FORM-23, PRINT-06, D12]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const name = '<b>Ring</b> 💍 e\u0301 خاتم ‏'
    const description =
      '<h1>A</h1><h6 onclick="x()">F</h6><p><a href="javascript:x()">j</a><a href="tel:1">t</a></p><script>x()</script>'
    const { data } = await creating(shop, {
      name: `${name}\u202e`,
      description,
      shortDescription: '<i>short',
    })
    const [stored] = await db.orm
      .select()
      .from(products)
      .where(eq(products.id, data.saved?.id ?? ''))
    expect(stored).toMatchObject({ name, shortDescription: '<i>short' })
    expect(stored?.description).toBe(
      '<h1>A</h1><h6>F</h6><p><a>j</a><a href="tel:1" rel="noopener">t</a></p>',
    )
  })

  it('edit a product that is there, and none that is not [DATA-09, FORM-01]', async () => {
    const { shop } = await sellingShop(await open())
    const saved = await post(
      shop,
      edit.action,
      JSON.stringify({ draft: { ...draft, slug: 'another' }, revision: 1 }),
      { id: '5' },
    )
    expect(saved.data.saved).toMatchObject({ id: '5' })
    const gone = JSON.stringify({ draft, revision: 1 })
    const { data, init } = await post(shop, edit.action, gone, { id: 'nobody' })
    expect(data.refused?.code).toBe('product_gone')
    expect(init?.status).toBe(404)
  })

  it('delete a product, and say so where there is none [ADM-07, ADM-08]', async () => {
    const { shop } = await sellingShop(await open())
    const form = { action: 'delete', id: '5' }
    const deleted = await renderAdminPage(shop, list, { form })
    expect(deleted.answer).toMatchObject({ deleted: { name: 'Sound Wave' } })
    const gone = await renderAdminPage(shop, list, { form })
    expect(gone.answer).toMatchObject({
      refused: { message: 'This product was deleted in the meantime.' },
    })
  })

  it('list name, price, pictures, state and categories [ADM-02, ADM-03]', async () => {
    const db = await open()
    await db.orm.update(products).set({ active: false }).where(eq(products.id, '5'))
    const { words, html } = await renderAdminPage(testShop({ db }), list)
    expect(words).toMatch(
      /Sound Wave Water \$2,113\.72 was \$2,499\.00 Active Sound Wave Hidden Featured Sound Wave 5 images/,
    )
    expect(html).toMatch(/value="show"[^>]*aria-checked="false"/)
    expect(html).toMatch(/value="unfeature"[^>]*aria-checked="true"/)
    expect(html).toContain('href="/admin/products/edit/5"')
    expect(html).toContain('href="/admin/products/new"')
  })

  it('hide and feature a piece without JavaScript, and say what was done [BULK-05]', async () => {
    const { shop } = await sellingShop(await open())
    const form = { id: '5', action: 'hide' }
    const { words, html } = await renderAdminPage(shop, list, { form })
    expect(words).toContain('Sound Wave is hidden.')
    expect(html).toMatch(/value="show"[^>]*aria-checked="false"/)
    const gone = await renderAdminPage(shop, list, { form: { ...form, id: 'nobody' } })
    expect(gone.words).toContain('This product was deleted in the meantime.')
    expect(gone.status).toBe(404)
  })

  it('list what is hidden, featured or of a category alone [BULK-07]', async () => {
    const db = await open()
    await db.orm.update(products).set({ active: false }).where(eq(products.id, '5'))
    const shown = async (search: string) =>
      (await renderAdminPage(testShop({ db }), list, { address: `/?${search}` })).html
        .match(/<span class="sr-only">Select ([^<]+)/g)
        ?.map((each) => each.replace(/.*Select /, '')) ?? []
    expect(await shown('show=hidden')).toEqual(['Sound Wave'])
    expect(await shown('category=water&show=active')).toEqual(['Low Sun', 'Harbor Knot'])
    expect(await shown('category=water&show=hidden&q=knot')).toEqual([])
    expect(await shown('show=featured')).not.toHaveLength(0)
  })

  it('say so where there is nothing to list [ADM-04]', async () => {
    const db = await open()
    const app = testShop({ db })
    const { words, html } = await renderAdminPage(app, list, { address: '/?q=%3Cb%3Enone' })
    expect(words).toContain('No products match “ &lt;b&gt;none. ”')
    expect(html).toContain('value="&lt;b&gt;none"')
    await emptyCatalog(db)
    expect((await renderAdminPage(app, list)).words).toContain('No products yet.')
  })
})

it('the form has its title, the gold price and a spinner until it can be typed into [FORM-01, FORM-02, FORM-09]', async () => {
  const { words, html } = await renderAdminPage(testShop({ db: null }), create)
  expect(words).toContain('Add New Product')
  expect(words).toContain('Gold $2,886.32 per troy ounce, $92.77 per gram')
  expect(words).toContain('Loading the form…')
  expect(html).toMatch(/<a [^>]*href="\/admin\/dashboard\/products"[^>]*>Back to Dashboard<\/a>/)
})

it('an unreachable database is reported, and nothing to delete is offered [D15]', async () => {
  const { words } = await renderAdminPage(testShop({ db: null }), list)
  expect(words).toContain('The database isn’t responding')
  expect(words).not.toContain('Sound Wave')
})

onBothDatabases('payment links', (open) => {
  it('are set and changed only by a session that showed a second factor just now [FRESH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const tenMinutesAgo = new Date(shop.now().getTime() - 10 * 60_000)
    const linked = (link: string) => ({ ...draft, sizes: [{ ...size, stripeLink: link }] })
    const save = (id: string | null, link: string, revision: number | null, factorAt?: Date) => {
      const body = JSON.stringify({ draft: linked(link), revision })
      return id === null
        ? post(shop, create.action, body, {}, factorAt)
        : post(shop, edit.action, body, { id }, factorAt)
    }
    const [ours, theirs] = ['https://buy.stripe.com/ours', 'https://buy.stripe.com/theirs']
    const refused = { data: { refused: { code: 'fresh_factor_needed' } }, init: { status: 403 } }

    expect(await save(null, ours, null, tenMinutesAgo)).toMatchObject(refused)
    expect(await shop.db.orm.select().from(products).where(eq(products.name, draft.name))).toEqual(
      [],
    )
    const id = (await save(null, ours, null)).data.saved?.id ?? ''
    expect(id).not.toBe('')
    const revision = async () =>
      (await shop.db.orm.select().from(products).where(eq(products.id, id)))[0]?.revision ?? null

    // What moves no price and no money asks for nothing.
    expect(await save(id, ours, await revision(), tenMinutesAgo)).toHaveProperty('data.saved')
    for (const link of [theirs, '']) {
      expect(await save(id, link, await revision(), tenMinutesAgo), link).toMatchObject(refused)
    }
    expect(await save(id, theirs, await revision())).toHaveProperty('data.saved')
    expect(await save(id, ours, await revision(), tenMinutesAgo)).toMatchObject(refused)
  })
})

onBothDatabases('prices', (open) => {
  it('of a new product, by more than 5%, and of a new size are saved with a fresh second factor alone [FRESH-06]', async () => {
    const { shop } = await sellingShop(await open())
    const stale = new Date(shop.now().getTime() - 10 * 60_000)
    const body = (sizes: object[], revision: number | null) =>
      JSON.stringify({ draft: { ...draft, sizes }, revision })
    const refused = { data: { refused: { code: 'fresh_factor_needed' } }, init: { status: 403 } }
    expect(await post(shop, create.action, body([size], null), {}, stale)).toMatchObject(refused)
    const id = (await post(shop, create.action, body([size], null))).data.saved?.id ?? ''
    const stored = async () =>
      (await shop.db.orm.select().from(products).where(eq(products.id, id)))[0]
    const save = async (sizes: object[]) =>
      post(shop, edit.action, body(sizes, (await stored())?.revision ?? 0), { id }, stale)
    const before = await stored()
    // At $130 a gram $2,661.00: 5% is $133.05.
    for (const sizes of [
      [{ ...size, fee: '883.06' }],
      [{ ...size, fee: '616.94' }],
      [{ ...size, weight: '0.1' }],
      [{ ...size, size: 'Other', weight: '0.1' }],
      [size, { ...size, size: 'Large' }],
    ]) {
      expect(await save(sizes), JSON.stringify(sizes)).toMatchObject(refused)
    }
    expect(await stored()).toEqual(before)
    expect(await save([{ ...size, fee: '883.05' }])).toHaveProperty('data.saved')
    expect((await stored())?.price).toBe('2794.05')
    // The eleventh small one of an hour asks as well.
    for (let at = 2; at <= 10; at += 1) {
      expect(await save([{ ...size, fee: `88${at % 2}` }]), `${at}`).toHaveProperty('data.saved')
    }
    expect(await save([{ ...size, fee: '885' }])).toMatchObject(refused)
    // What moves no price still asks for nothing.
    expect(await save([{ ...size, fee: '880' }])).toHaveProperty('data.saved')
  })
})
