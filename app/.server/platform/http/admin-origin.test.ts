import { describe, expect, it } from 'vitest'
import { testShop } from '#tests/support/shop.ts'
import { rememberOrigin, safeOrigin, takeOrigin } from './admin-origin.ts'

const app = testShop({ db: null })
const originAfter = async (address: string) => {
  const cookie = await rememberOrigin(app, new URL(address, app.publicUrl))
  const { origin } = await takeOrigin(app, new Headers({ Cookie: cookie.split(';')[0] ?? '' }))
  return { cookie, origin }
}

describe('the page first asked for', () => {
  it.each([
    ['/admin/dashboard/orders', '/admin/dashboard/orders'],
    ['/admin/products/edit/7', '/admin/products/edit/7'],
    ['/admin/dashboard?q=%C3%A9&page=2', '/admin/dashboard?q=%C3%A9&page=2'],
    ['/admin/dashboard/orders.data?_routes=routes%2Fx', '/admin/dashboard/orders'],
    ['/admin/dashboard.data?page=2&index', '/admin/dashboard?page=2'],
  ])('%s is come back to as %s [AUTH-03, D30]', async (address, page) => {
    expect((await originAfter(address)).origin).toBe(page)
  })

  it('is kept where no script and no other site can read or write it [AUTH-04, D30]', async () => {
    const { cookie } = await originAfter('/admin/dashboard/orders')
    expect(cookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = { ...app, publicUrl: 'https://shop.example' }
    expect(await rememberOrigin(secure, new URL('https://shop.example/admin/x'))).toContain(
      '; Secure',
    )
  })

  it.each([
    null,
    '',
    7,
    {},
    '/',
    '/admin',
    '/products',
    '/admin/login',
    '/admin/LOGIN/',
    '/admin/login?x=1',
    '/admin/logout',
    '/admin/setup/token',
    '/admin/invitation/token',
    '//evil.example/admin/',
    'https://evil.example/admin/dashboard',
    'javascript:alert(1)',
    '/\\evil.example/admin/',
    '/admin/../products',
    '/admin/%2e%2e/%2e%2e/products',
    '/admin/..//evil.example',
    '/admin//evil.example',
    '/admin/\\evil.example',
    `/admin/${'x'.repeat(3000)}`,
    '\u202e/admin/x',
  ])('that is %j is the dashboard instead [AUTH-04, D30]', (asked) => {
    expect(safeOrigin(asked)).toBe('/admin/dashboard')
  })

  it('that was tampered with is the dashboard instead [AUTH-04]', async () => {
    const evil = Buffer.from(JSON.stringify('https://evil.example')).toString('base64')
    for (const cookie of [`shop-admin.origin=${evil}`, 'shop-admin.origin=%E0%A4%A', 'x=y', '']) {
      expect((await takeOrigin(app, new Headers({ Cookie: cookie }))).origin).toBe(
        '/admin/dashboard',
      )
    }
  })
})
