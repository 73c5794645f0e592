import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { heldOrder, payment, pendingOrder } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { openedReturn, sentOrder } from '#tests/support/returns.ts'
import { weighTwice } from '#tests/support/weighing.ts'

let shop: TestShop
let Cookie = ''
let engraved: { id: string }
beforeAll(async () => {
  shop = await openBuiltShop()
  const { app } = shop
  const actor = { type: 'command', id: 'a test' } as const
  const account = { password: 'a long sentence of gold', actor }
  await createAdmin(app, { ...account, email: 'ann@example.com' })
  Cookie = await signedInCookie(
    app,
    await createAdmin(app, { ...account, email: 'ben@example.com', role: 'bench' }),
  )
  await heldOrder(app)
  await openedReturn(app, await sentOrder(app))
  await changeProducts(app, { engravingFeeCents: 0, engravingMax: 20 }, eq(products.id, '7'))
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 1, engraving: 'For Ada' },
  ])
  await applyPaymentEvent(app, payment(order))
  await weighTwice(app, order, 13_600, { role: 'bench' })
  engraved = order
})
afterAll(() => shop.close())

const ask = (path: string) =>
  fetch(new URL(path, shop.url), { headers: { Cookie }, redirect: 'follow' })

/** Addresses of this shop that a page links to, without what is within the page. */
function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return links.flatMap((href) => {
    const { origin, pathname, search } = new URL(href, shop.url)
    return origin === new URL(shop.url).origin && /^https?:|^\//.test(href)
      ? [pathname + search]
      : []
  })
}

it('every link on every page that the workshop may open answers 200 to it [ROLE-06]', async () => {
  const order = `/admin/dashboard/orders/${engraved.id}`
  const waiting = ['/admin/dashboard', '/admin/account', '/admin/guide', order]
  const seen = new Map<string, string>(waiting.map((path) => [path, 'the test']))
  const wrong: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await ask(path)
    const isPage = response.headers.get('Content-Type')?.includes('text/html') === true
    const text = await response.text()
    const html = isPage ? text : ''
    if (response.status !== 200) wrong.push(`${response.status} ${path}, from ${seen.get(path)}`)
    // What the shop itself links to is not the workshop's.
    if (!path.startsWith('/admin')) continue
    for (const link of linksOf(html)) {
      if (seen.has(link)) continue
      seen.set(link, path)
      waiting.push(link)
    }
  }
  expect(wrong).toEqual([])
  const visited = [...seen.keys()]
  expect(
    visited.filter((path) => path.startsWith('/admin/dashboard/orders/')).length,
  ).toBeGreaterThan(4)
})

it('an order shows the workshop a picture of what it makes [ROLE-06]', async () => {
  const html = await (await ask(`/admin/dashboard/orders/${engraved.id}`)).text()
  const table = /<table.*?<\/table>/s.exec(html)?.[0] ?? ''
  expect(table).toMatch(/<img\b/)
  expect(table).not.toContain('/admin/products/edit/')
})
