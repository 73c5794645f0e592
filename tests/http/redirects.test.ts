import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { textDefinition } from '#app/.server/content/definitions/definitions.ts'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { changeProducts } from '#tests/support/products.ts'

let shop: TestShop
let cookie: string
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
  cookie = await signedInCookie(shop.app, await firstAdmin(shop.app))
})
afterAll(() => shop?.close())

const get = async (path: string) => {
  const answer = await fetch(shop.url + path, { redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
}
const post = (form: Record<string, string>) =>
  fetch(`${shop.url}/admin/dashboard/redirects`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: shop.url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

it('an address without a page leads on with 301 as soon as it was added, and not after [SEO-12]', async () => {
  expect((await get('/shop/wave')).status).toBe(404)
  const added = await post({ action: 'add', from: '/shop/wave', to: '/product/7?size=small' })
  expect(added.status).toBe(200)
  for (const path of ['/shop/wave', '/shop/wave/', '/shop/wave?utm_source=letter']) {
    expect(await get(path), path).toMatchObject({ status: 301, to: '/product/7?size=small' })
  }
  // A link within the shop asks for data, which says the same in its own form.
  const asked = await get('/shop/wave.data')
  expect(asked.status).toBe(202)
  expect(asked.text).toContain('/product/7?size=small')
  await post({ action: 'delete', path: '/shop/wave' })
  expect((await get('/shop/wave')).status).toBe(404)
})

it('a page is never hidden, and a wrong address is refused beside its field [SEO-12]', async () => {
  for (const [from, to, message] of [
    ['/contact', '/products', 'There is a page at /contact.'],
    ['/product/7', '/products', 'There is a page at /product/7.'],
    ['/old', '/nowhere', 'There is no page at /nowhere.'],
    ['/old', '//evil.example/', 'Enter a web address on this site'],
    ['/api/old', '/products', 'can’t be redirected'],
  ] as const) {
    const answer = await post({ action: 'add', from, to })
    expect(answer.status, from).toBe(422)
    const text = await answer.text()
    expect(text).toContain(message)
    expect(text).toContain(`value="${from}"`)
  }
  expect((await get('/contact')).status).toBe(200)
  expect((await get('/api/old')).status).toBe(404)
})

it('the former web address of a product leads to it; a product that takes it is shown [SEO-13]', async () => {
  const { draft } = (await adminProduct(shop.app, '7')) ?? {}
  const slug = draft?.slug ?? ''
  expect(await get(`/product/${slug}`)).toMatchObject({ status: 302, to: '/product/7' })
  const rename = async (id: string, to: string) => {
    const { revision } = (await adminProduct(shop.app, id)) ?? { revision: 0 }
    await updateProduct(shop.app, { id, revision, by: 'ann@example.com', changes: { slug: to } })
  }
  await rename('7', 'another-address')
  expect(await get(`/product/${slug}?size=large`)).toMatchObject({
    status: 301,
    to: '/product/7?size=large',
  })
  await rename('8', slug)
  expect(await get(`/product/${slug}`)).toMatchObject({ status: 302, to: '/product/8' })
})

it('a product says to search engines what staff wrote, and else its name [SEO-10]', async () => {
  const title = async () => /<title>([^<]*)/.exec((await get('/product/7')).text)?.[1]
  const { draft } = (await adminProduct(shop.app, '7')) ?? {}
  expect(await title()).toBe(`${draft?.name} · Four Nines`)
  await changeProducts(shop.app, {
    searchTitle: 'Pure gold pendant by weight',
    searchDescription: 'What staff wrote.',
  })
  expect(await title()).toBe('Pure gold pendant by weight · Four Nines')
  const { text } = await get('/product/7')
  expect(text).toContain('<meta name="description" content="What staff wrote."')
  expect(text).toContain(`"name":"${draft?.name}"`)
  expect(text).toContain(`${draft?.name}</h1>`)
})

it('a page says to search engines the title that staff wrote, and keeps its heading [SEO-11]', async () => {
  const fields = textDefinition('page-our-story')?.fields ?? []
  const saved = await fetch(`${shop.url}/admin/dashboard/texts/page-our-story`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: shop.url },
    body: new URLSearchParams({
      ...valuesOf(fields, null),
      ...{ action: 'publish', seen: '0', draft: '0', searchTitle: 'Who makes it, at {name}' },
    }),
  })
  expect(saved.status).toBe(200)
  const { text } = await get('/our-story')
  expect(text).toContain('<title>Who makes it, at Four Nines</title>')
  expect(text).toMatch(/<h1[^>]*>Our story/)
})
