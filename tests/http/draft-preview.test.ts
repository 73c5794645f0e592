import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { may, type Role, roleNames, roles } from '#app/domain/access/rights.ts'
import { signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { changeProducts } from '#tests/support/products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
  await changeProducts(shop.app, { active: false }, eq(products.id, '5'))
})
afterAll(() => shop.close())

async function asks(role: Role | null) {
  const made =
    role &&
    (await createAdmin(shop.app, {
      email: `${role}@example.com`,
      password: 'a long sentence of gold',
      actor: { type: 'command', id: 'a test' },
      role,
    }))
  const cookie = made ? await signedInCookie(shop.app, made) : ''
  return fetch(`${shop.url}/admin/products/preview/5`, {
    redirect: 'manual',
    headers: { Cookie: cookie },
  })
}

it('a hidden piece is previewed by staff who may change products, and by nobody else, who is told so [BULK-08, ROLE-02]', async () => {
  expect((await fetch(`${shop.url}/product/5`)).status).toBe(404)
  const visitor = await asks(null)
  expect(visitor.status).toBe(302)
  expect(visitor.headers.get('location')).toContain('/admin/login')
  for (const role of roles) {
    const response = await asks(role)
    expect(response.status, role).toBe(may(role, 'products') ? 200 : 403)
    expect(response.headers.get('cache-control'), role).toContain('no-store')
    const html = await response.text()
    expect(html.includes('Sound Wave'), role).toBe(may(role, 'products'))
    if (!may(role, 'products')) {
      expect(html, role).toContain(`Your role is ${roleNames[role]}, which can’t do this.`)
      expect(html, role).toMatch(/href="\/admin\/dashboard"[^>]*>Go to Today</)
      expect(html, role).not.toContain('Something went wrong')
      continue
    }
    expect(html).toContain('Staff preview.')
    expect(html).toContain('It can’t be bought yet because it’s hidden.')
    expect(html).not.toContain('Buy Now')
    expect(html).toMatch(/<meta name="robots" content="noindex"/)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
  }
})
