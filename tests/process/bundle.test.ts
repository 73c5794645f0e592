import { describe, expect, it } from 'vitest'
import { loadedByRoutes, sentBytes, stylesheets } from '../../bench/bundle.ts'

/** What only the jeweler's side is made of. */
const ofAdmin = [
  /^app\/routes\/admin\//,
  /^app\/forms\/(product|order|gold-price)\.ts/,
  /node_modules\/(@tiptap|prosemirror-[\w-]+|@dnd-kit|qrcode)\//,
]
/** What no browser is sent at all. */
const ofServer = [
  /\/\.server\//,
  /node_modules\/(better-auth|stripe|nodemailer|drizzle-orm|pg|@electric-sql|pino|sanitize-html)\//,
]
const within = (modules: readonly string[], patterns: readonly RegExp[]) =>
  modules.filter((id) => patterns.some((pattern) => pattern.test(id)))

const routes = loadedByRoutes()
const ofShop = routes.filter(({ route }) => route.startsWith('routes/shop/'))
const admin = routes.filter(({ route }) => route.startsWith('routes/admin/'))

describe('what a browser is sent', () => {
  it.each(ofShop)('for $route has nothing of the admin area [SEC-06]', ({ modules }) => {
    // The page is made of something, and of that nothing of the admin area.
    expect(within(modules, [/^app\/root\.tsx/, /node_modules\/react-dom\//])).not.toEqual([])
    expect(within(modules, ofAdmin)).toEqual([])
  })

  it('for a page of the shop has the shop’s sheet, and not the admin area’s', () => {
    for (const { route, modules } of ofShop) {
      expect(stylesheets(modules), route).toContain('app/app.css')
      expect(stylesheets(modules), route).not.toContain('app/routes/admin/admin.css')
    }
  })

  it('for the admin area has its screens and sheet, so that this test can see them', () => {
    const all = admin.flatMap(({ modules }) => modules)
    for (const pattern of [...ofAdmin.slice(0, 1), /@tiptap\//, /prosemirror-/, /@dnd-kit\//]) {
      expect(within(all, [pattern]), String(pattern)).not.toEqual([])
    }
    expect(stylesheets(all)).toContain('app/routes/admin/admin.css')
  })

  it('has nothing of the server, on any page [SEC-06]', () => {
    for (const { route, modules } of routes) expect(within(modules, ofServer), route).toEqual([])
  })

  it('is small: the scripts a page starts with, compressed [FAST-01]', () => {
    const bytes = sentBytes()
    const ofRoute = (name: string) =>
      bytes(ofShop.find(({ route }) => route === `routes/shop/${name}`)?.files ?? [])
    expect(ofRoute('qa-topic')).toBeGreaterThan(50_000)
    expect(ofRoute('qa-topic')).toBeLessThan(110_000)
    expect(ofRoute('product')).toBeLessThan(125_000)
  })
})
