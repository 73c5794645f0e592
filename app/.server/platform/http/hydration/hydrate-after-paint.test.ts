import { expect, it } from 'vitest'
import { hydrateAfterPaint } from './hydrate-after-paint.ts'

const page = (script: string, preload: (href: string) => string) =>
  `<html><head><meta charSet="utf-8"/>${preload('/a.js')}${preload('/b.js')}` +
  '<link rel="stylesheet" href="/c.css"/></head>' +
  '<body><p>&lt;link rel="modulepreload"&gt;</p><script nonce="m">early()</script>' +
  `${script}import "/a.js"</script></body></html>`

const usual = page(
  '<script nonce="m" type="module" async="">',
  (href) => `<link rel="modulepreload" href="${href}"/>`,
)

it.each([
  ['as React writes it today', usual],
  [
    'with its attributes in any order',
    page(
      '<script async="" type="module" nonce="m">',
      (href) => `<link href="${href}" crossorigin="" rel="modulepreload"/>`,
    ),
  ],
])('keeps the scripts of a page as data until it is painted, %s', (_, html) => {
  const [head, , , starter, ...more] = hydrateAfterPaint(html, 'm').split('<script nonce="m"')
  expect(more).toEqual([])
  expect(head).toBe(
    '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/c.css"/></head>' +
      '<body><p>&lt;link rel="modulepreload"&gt;</p>',
  )
  expect(hydrateAfterPaint(html, 'm')).toContain(
    '<script nonce="m" type="text/plain" id="deferred-scripts" data-scripts="/a.js /b.js">import "/a.js"</script>',
  )
  expect(starter).toMatch(/^>\(\(\)=>\{.*data-hydrated.*\}\)\(\);?<\/script><\/body><\/html>$/s)
})

it('leaves a page without scripts of its own, and what is no page, as it is', () => {
  const texts = [
    '<html><body></body></html>',
    'no page',
    usual.replaceAll('nonce="m"', ''),
    usual.replace('type="module"', 'type="text/plain"'),
  ]
  for (const text of texts) expect(hydrateAfterPaint(text, 'm')).toBe(text)
})
