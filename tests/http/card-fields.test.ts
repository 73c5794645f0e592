import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { cardFields } from '#tests/support/card-fields.ts'
import { crawl } from '#tests/support/crawl.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

describe('card data', () => {
  it('are asked for on no page of this site, in no frame and by no script of others [PAY-17]', async () => {
    const pages = [...(await crawl(shop.url)).values()]
    expect(pages.length).toBeGreaterThan(30)
    for (const { path, $ } of pages) {
      expect($(cardFields).length, path).toBe(0)
      const scripts = $('script[src]').toArray()
      for (const script of scripts) expect($(script).attr('src'), path).toMatch(/^\/[^/]/)
    }
    const policy = (await fetch(shop.url)).headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/script-src 'self'/)
    expect(policy).not.toMatch(/stripe/i)
  })

  it.each([
    '<input autocomplete="cc-number">',
    '<input name="cardNumber">',
    '<input id="card-cvc">',
    '<input placeholder="Expiry date">',
    '<iframe src="https://js.stripe.com/"></iframe>',
  ])('would be noticed: %s', (html) => {
    expect(load(html)(cardFields).length).toBe(1)
  })
})
