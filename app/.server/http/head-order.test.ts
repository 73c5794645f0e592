import { expect, it } from 'vitest'
import { scriptsAfterStyle } from './head-order.ts'

it('moves the links of scripts behind the stylesheet, with low priority, and nothing else', () => {
  const page =
    '<html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/a.js"/>' +
    '<link rel="modulepreload" href="/b.js"/><link rel="stylesheet" href="/c.css"/></head>' +
    '<body><p>&lt;link rel="modulepreload"&gt;</p></body></html>'
  expect(scriptsAfterStyle(page)).toBe(
    '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/c.css"/>' +
      '<link fetchpriority="low" rel="modulepreload" href="/a.js"/>' +
      '<link fetchpriority="low" rel="modulepreload" href="/b.js"/></head>' +
      '<body><p>&lt;link rel="modulepreload"&gt;</p></body></html>',
  )
})

it('leaves a page without such links, and what is no page, as it is', () => {
  for (const text of ['<html><head><title>x</title></head></html>', 'no page']) {
    expect(scriptsAfterStyle(text)).toBe(text)
  }
})
