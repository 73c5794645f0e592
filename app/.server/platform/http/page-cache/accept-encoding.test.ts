import { expect, it } from 'vitest'
import { chooseEncoding } from './accept-encoding.ts'

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0, br;q=0.001', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['br;q=0.0', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
] as const)('Accept-Encoding %s is answered in %s [CACHE-03]', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
