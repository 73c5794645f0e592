import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { routeRights } from '#app/.server/auth/route-rights.ts'
import { paracordSetting } from '#app/.server/settings/paracord.ts'
import { may, type Role, roles } from '#app/domain/access/rights.ts'
import routes from '#app/routes.ts'
import { signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { isDrawnMore } from '#tests/support/draws.ts'

type RouteEntry = { path?: string; file: string; index?: boolean; children?: RouteEntry[] }

/** Every pattern behind the guard, from the one list of routes. */
const patterns = new Set(patternsOf(guarded()))

function guarded(): RouteEntry {
  const entry = (routes as RouteEntry[]).find(({ file }) => file === 'routes/admin/layout.tsx')
  if (!entry) throw new Error('the guard is gone')
  return entry
}

function patternsOf(entry: RouteEntry, above = ''): string[] {
  const path = entry.path ? `${above}/${entry.path}` : above
  return [path, ...(entry.children ?? []).flatMap((child) => patternsOf(child, path))].filter(
    Boolean,
  )
}

/** Those of them that are no page, with their file. */
const files = [...filesOf(guarded())].filter(
  ([, file]) => !/export default/.test(readFileSync(`app/${file}`, 'utf8')),
)

function filesOf({ path, file, children = [] }: RouteEntry, above = ''): [string, string][] {
  const pattern = path ? `${above}/${path}` : above
  return [[pattern, file], ...children.flatMap((child) => filesOf(child, pattern))]
}

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE']

let shop: TestShop
const cookies = {} as Record<Role, string>
beforeAll(async () => {
  shop = await openBuiltShop()
  for (const role of roles) {
    const made = await createAdmin(shop.app, {
      email: `${role}@example.com`,
      password: 'a long sentence of gold',
      actor: { type: 'command', id: 'a test' },
      role,
    })
    cookies[role] = await signedInCookie(shop.app, made)
  }
})
afterAll(() => shop.close())

const ask = (path: string, role: Role, method: string) =>
  fetch(shop.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookies[role], Origin: shop.url },
    // Nothing that any command takes: who is let through is told what is missing.
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new URLSearchParams({ none: '' }) }),
  })

describe('the rights of the admin area', () => {
  it('are declared for every address, and for no other [ROLE-02]', () => {
    expect(Object.keys(routeRights).sort()).toEqual([...patterns].sort())
  })

  for (const [turn, role] of roles.entries()) {
    it(`let ${role} through where the table says so, in every manner, and nowhere else [ROLE-02]`, async () => {
      for (const [nth, pattern] of [...patterns].entries()) {
        const asked = routeRights[pattern]
        if (!asked) throw new Error(`${pattern} declares no right`)
        const path = pattern.replace(':id', '7')
        const addresses = [path, `${path}.data`, `${path}.data?_routes=routes%2Froot`]
        for (const [at, address] of addresses.entries()) {
          for (const [way, method] of methods.entries()) {
            // By every method, at the addresses in turn, another one for each role; the bench asks all.
            if (!isDrawnMore && (nth + turn + way) % addresses.length !== at) continue
            const reads = method === 'GET' || method === 'HEAD'
            const allowed = may(role, reads ? asked.read : asked.write)
            const response = await ask(address, role, method)
            const what = `${role} ${method} ${address}: ${response.status}`
            if (allowed) expect(response.status, what).not.toBe(403)
            else expect(response.status, what).toBe(403)
            await response.body?.cancel()
          }
        }
      }
    })
  }

  it('let nobody make a failure of a body that is no form, and nothing is emptied by it [SEC-05]', async () => {
    const before = await paracordSetting.current(shop.app)
    for (const pattern of patterns) {
      const headers = {
        Cookie: cookies.owner,
        Origin: shop.url,
        'Content-Type': 'application/json',
      }
      const asked = { method: 'POST', redirect: 'manual', headers, body: '{"none":""}' } as const
      const { status, body } = await fetch(shop.url + pattern.replace(':id', '7'), asked)
      expect(status, pattern).toBeLessThan(500)
      await body?.cancel()
    }
    expect(await paracordSetting.current(shop.app)).toEqual(before)
  })

  it('make no file for another website, though the session comes along [SEC-10]', async () => {
    const made = async (path: string, site: string) => {
      const headers = { Cookie: cookies.owner, 'Sec-Fetch-Site': site }
      const { status, body } = await fetch(shop.url + path, { redirect: 'manual', headers })
      await body?.cancel()
      return status
    }
    for (const [pattern, file] of files) {
      const path = pattern
        .replace('metal/:file', 'metal/entries-2026.csv')
        .replace(/:(id|key|file)/g, '7')
      for (const site of ['cross-site', 'same-site']) {
        // Or led to the page it belongs to.
        expect([403, 302, 303], `${pattern} (${file}), ${site}`).toContain(await made(path, site))
      }
      expect(await made(path, 'same-origin'), pattern).not.toBe(403)
    }
    for (const path of ['products/products.csv', 'metal/entries-2026.csv', 'system/facts.json']) {
      for (const site of ['same-origin', 'none'])
        expect(await made(`/admin/dashboard/${path}`, site), path).toBe(200)
    }
    // A link in an email leads to its page.
    expect(await made('/admin/dashboard/orders', 'cross-site')).toBe(200)
    const costly = ['backup', 'backups/7', 'signed-records.tar.gz'].map((name) => `system/${name}`)
    for (const name of costly) {
      const path = `/admin/dashboard/${name}`
      expect(await made(path, 'same-origin'), path).toBe(303)
      const asked = {
        method: 'POST',
        headers: { Cookie: cookies.owner, Origin: 'https://a.example' },
      }
      expect((await fetch(shop.url + path, asked)).status, path).toBe(403)
    }
  })

  it('say so in plain words on a page [ROLE-02]', async () => {
    const page = await ask('/admin/dashboard/gold-price', 'bench', 'GET')
    const html = await page.text()
    expect(html).toContain('Not for your role')
    expect(html).toContain('Your role is workshop')
    expect(html).toMatch(/href="\/admin\/dashboard"[^>]*>Go to Today</)
    expect(page.headers.get('Cache-Control')).toContain('no-store')
  })

  it('show the bench its tabs alone [ROLE-03]', async () => {
    const tabsOf = async (role: Role) => {
      const html = await (await ask('/admin/dashboard/orders', role, 'GET')).text()
      const [, bar = ''] = /<nav[^>]*aria-label="Dashboard"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
      return [...bar.matchAll(/<a[^>]*>([^<]+)</g)].map(([, label]) => label)
    }
    expect(await tabsOf('bench')).toEqual(['Today', 'Orders'])
    expect(await tabsOf('manager')).toHaveLength(20)
  })
})
