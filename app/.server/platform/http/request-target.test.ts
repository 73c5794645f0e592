import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAsSent } from './request-target.ts'

it.each([
  '/',
  '/products',
  '/products?q=a b\\c',
  '/product/7.data?_routes=root',
  '/product/caf%C3%A9',
  '/product/%2e%2e%2fx',
  '/product/x%5C..%5Cy',
  '//products',
  '/products//',
  '/.netlify/functions/gold',
  '/.well-known/security.txt',
  'http://shop.example/products',
  'HTTP://SHOP.example:80/products?x=../y',
  'http://shop.example',
  'http://shop.example?x=1',
])('%s reads as it was sent [EDGE-05]', (target) => {
  expect(isAsSent(target)).toBe(true)
})

it.each([
  '/blog/..\\api\\gold-price\\stream',
  '/product/x\\..\\..\\product\\7',
  '/product/..\\order\\TOKEN',
  '/product/../order/TOKEN',
  '/product/%2e%2e/order/TOKEN',
  '/product/.%2E/order',
  '/products/.',
  '/products#order',
  '/pro\tducts',
  '/product/<x>',
  'products',
  '*',
  'http://shop.example\\order',
])('%s would be read as another address [EDGE-05]', (target) => {
  expect(isAsSent(target)).toBe(false)
})

it('passes no target whose path the parser of addresses would change [EDGE-05]', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '%2e',
    '\\',
    '/',
    'a',
    'order',
    '?',
    '#',
    '\t',
    ' ',
    '%5c',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const target = `/${parts.join('')}`
      const sent = target.split('?')[0]
      const read = URL.parse(`http://shop.test${target}`)
      if (isAsSent(target)) expect(read?.pathname).toBe(sent)
    }),
    { numRuns: 1000 },
  )
})
