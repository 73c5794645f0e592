import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyAddresses } from '../access/secret-addresses.ts'
import { flattened, readOldPath, readTarget, redirectKey, targetKey } from './redirect.ts'

const origin = 'https://shop.example'

it('reads old addresses as they are looked up, and refuses what no redirect is looked up for [SEO-12]', () => {
  const read = (text: string) => readOldPath(text, origin)
  expect(read(' /shop/wave/ ')).toBe('/shop/wave')
  expect(read('https://shop.example/shop/wave')).toBe('/shop/wave')
  expect(read('/caf%C3%A9')).toBe('/café')
  for (const wrong of [
    'shop/wave',
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/x',
    'https://shop.example.evil.example/x',
    '/',
    '/a b',
    '/a?b=1',
    '/a#b',
    '/a%3Fb',
    '/%zz',
    '/.//evil.example',
    '/%2Fevil.example',
    '/a/../admin',
    '/admin',
    '/admin/dashboard',
    '/api/quote',
    '/order/token',
    `/${'x'.repeat(401)}`,
    '',
  ]) {
    expect(read(wrong), wrong).toHaveProperty('why')
  }
})

it('refuses every address that is a key, at both ends [SEC-07, SEO-12]', () => {
  for (const prefix of keyAddresses) {
    for (const path of [`${prefix}token`, prefix, `/${prefix.split('/')[1]?.toUpperCase()}/x`]) {
      expect(readOldPath(path, origin), path).toHaveProperty('why')
    }
    expect(readTarget(`${prefix}token`, origin), prefix).toHaveProperty('why')
  }
  expect(readOldPath('/orders', origin)).toBe('/orders')
  expect(readOldPath('/administration', origin)).toBe('/administration')
})

it('reads a target as a path of this site alone [SEO-12]', () => {
  const read = (text: string) => readTarget(text, origin)
  expect(read('/')).toBe('/')
  expect(read('https://shop.example/product/7?size=small#buy')).toBe('/product/7?size=small#buy')
  expect(read('/a/../products')).toBe('/products')
  for (const wrong of [
    'products',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '//shop.example/products',
    '/a/../admin/dashboard',
    '/./api/quote',
  ]) {
    expect(read(wrong), wrong).toHaveProperty('why')
  }
  expect(read('/admin/dashboard')).toHaveProperty('why')
})

it('never leads to another site, whatever is typed [SEO-12]', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((text) => `/${text}`),
    fc
      .array(fc.constantFrom('/', '//', '.', '..', '%2e', 'evil.example'))
      .map((parts) => `/${parts.join('')}`),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const target = readTarget(text, origin)
      if (typeof target === 'string') {
        expect(new URL(target, origin).origin).toBe(origin)
        expect(target).toMatch(/^\/(?![/\\])/)
      }
      const path = readOldPath(text, origin)
      if (typeof path === 'string') {
        expect(redirectKey(encodeURI(path))).toBe(path)
        expect(path).toMatch(/^\/[^/]/)
      }
    }),
  )
})

it('has no redirect that leads back to where it began, whatever is stored [SEO-12]', () => {
  const path = fc.constantFrom<string>('/a', '/b', '/c', '/d')
  fc.assert(
    fc.property(fc.array(fc.tuple(path, path)), (pairs) => {
      const stored = new Map(pairs.filter(([from, to]) => from !== to))
      for (const [from, to] of flattened(stored)) {
        expect(targetKey(to)).not.toBe(from)
        expect(stored.has(from)).toBe(true)
      }
    }),
  )
  expect(
    flattened(
      new Map([
        ['/a', '/b'],
        ['/b', '/c'],
      ]),
    ).get('/a'),
  ).toBe('/c')
})
