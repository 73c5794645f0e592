import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyAddresses } from '../access/secret-addresses.ts'
import { directKey, isDataRequest, isRobot, otherKey, pathOf, sourceOf, viewOf } from './visit.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

it('names public pages and products, and nothing with a secret in its address [VISIT-01]', () => {
  expect(viewOf('/?utm_source=letter')).toEqual({ kind: 'page', key: '/' })
  expect(viewOf('/_root.data')).toEqual({ kind: 'page', key: '/' })
  expect(viewOf('/products?q=heart')).toEqual({ kind: 'page', key: '/products' })
  expect(viewOf('/blog/how-we-cast')).toEqual({ kind: 'page', key: '/blog/how-we-cast' })
  expect(viewOf('/product/7?size=small')).toEqual({ kind: 'product', key: '7' })
  expect(viewOf('/product/a%20b.data')).toEqual({ kind: 'product', key: 'a b' })
  for (const path of [
    ...keyAddresses.flatMap((prefix) => [`${prefix}secret`, `${prefix}secret/more`]),
    '/admin/dashboard',
    '/api/quote',
    '/product/%zz',
    '/product/',
    '/assets/a.js',
  ]) {
    expect(viewOf(path), path).toBeNull()
  }
})

it('reads any address without failing, and keeps keys short [VISIT-01, VISIT-04]', () => {
  const url = fc.oneof(
    fc.webPath(),
    fc.string().map((text) => `/product/${text}`),
  )
  fc.assert(
    fc.property(url, (text) => {
      const view = viewOf(text)
      expect(view?.key.length ?? 1).toBeGreaterThan(0)
      expect(view?.key.length ?? 0).toBeLessThanOrEqual(110)
      expect(pathOf(text)).not.toContain('?')
      isDataRequest(text)
    }),
  )
})

it('leaves out programs, and counts browsers [VISIT-02]', () => {
  const browsers = [
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 390.0.0.28.85',
  ]
  for (const name of browsers) expect(isRobot(name), name).toBe(false)
  const robots = [
    undefined,
    null,
    '',
    'Mozilla/5.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'curl/8.5.0 (x86_64-pc-linux-gnu)',
    'python-requests/2.32.3 some more',
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
  ]
  for (const name of robots) expect(isRobot(name), String(name)).toBe(true)
})

it('says where a visit came from, in a host or a campaign [VISIT-01]', () => {
  const from = (referrer?: string, url = '/', fetchSite?: string) =>
    sourceOf({ url, referrer, fetchSite, host: 'shop.example' })
  expect(from()).toBe(directKey)
  expect(from('https://www.google.com/')).toBe('google.com')
  expect(from('https://shop.example/products')).toBeNull()
  expect(from(undefined, '/', 'same-origin')).toBeNull()
  expect(from(undefined, '/', 'cross-site')).toBe(otherKey)
  expect(from('https://www.google.com/', '/?utm_source=Spring Letter')).toBe('spring letter')
  expect(from('https://news.example/', '/?utm_source=ada@example.com')).toBe('news.example')
  expect(from('nonsense')).toBe(otherKey)
})

it('keeps no address of an email, and no long text, as a source [VISIT-04]', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (referrer, campaign) => {
      const url = `/?utm_source=${encodeURIComponent(campaign)}`
      const source = sourceOf({ url, referrer, fetchSite: undefined, host: 'shop.example' })
      expect(source ?? '').toMatch(/^[a-z0-9 ._-]{0,80}$/)
    }),
  )
})
