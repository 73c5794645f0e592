import { expect, it } from 'vitest'
import { hydrateAfterPaint } from './hydrate-after-paint.ts'

const page =
  '<html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/a.js"/>' +
  '<link rel="modulepreload" href="/b.js"/><link rel="stylesheet" href="/c.css"/></head>' +
  '<body><p>&lt;link rel="modulepreload"&gt;</p>' +
  '<script nonce="m" type="module" async="">import "/a.js"</script></body></html>'

it('keeps the scripts of a page as data until it is painted, and nothing else', () => {
  const [before, after, ...more] = hydrateAfterPaint(page, 'm').split('<script nonce="m">')
  expect(more).toEqual([])
  expect(before).toBe(
    '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/c.css"/></head>' +
      '<body><p>&lt;link rel="modulepreload"&gt;</p>' +
      '<script nonce="m" type="text/plain" id="deferred-scripts" data-scripts="/a.js /b.js">import "/a.js"</script>',
  )
  expect(after).toMatch(/^\(function hydratePage\(\) \{.*\}\)\(\)<\/script><\/body><\/html>$/s)
})

it('leaves a page without scripts of its own, and what is no page, as it is', () => {
  for (const text of ['<html><body></body></html>', 'no page', page.replace('nonce="m"', '')]) {
    expect(hydrateAfterPaint(text, 'm')).toBe(text)
  }
})
