import { setImmediate as otherWork } from 'node:timers/promises'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { crawl, readPage } from '#tests/support/crawl.ts'

/** The HTML standard, without rules of taste, and without exceptions. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

async function faults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${message} (${ruleId}, ${selector})`),
  )
}

describe('the HTML of', () => {
  it('every page that links lead to is valid', async () => {
    const pages = [...(await crawl(shop.url)).values()]
    expect(pages.length).toBeGreaterThan(30)
    const found: string[] = []
    for (const { path, html } of pages) {
      found.push(...(await faults(path, html)))
      // The server runs here too: it must get to close the connections that nobody uses any more.
      await otherWork()
    }
    expect(found).toEqual([])
  })

  it.each([
    ['/nothing-here', 404],
    ['/product/unknown', 404],
    ['/blog/999', 404],
    ['/qa/unknown', 404],
    ['/order/unknown', 404],
    ['/product/7?size=Large', 200],
    ['/product/7?size=Unknown', 200],
    ['/products?q=nothing-like-this', 200],
    ['/products?q=%3Cb%3E%22&category=water', 200],
    ['/blog?page=9', 200],
  ])('%s, answered with %i, is valid', async (path, status) => {
    const page = await readPage(shop.url, path)
    expect(page.status).toBe(status)
    expect(await faults(path, page.html)).toEqual([])
  })

  it('the payment page and the order, before and after payment, is valid', async () => {
    const payment = new URL(await checkOut()).pathname
    const form = await readPage(shop.url, payment)
    expect(form.html).toContain('Test payment')
    expect(await faults(payment, form.html)).toEqual([])

    const fields = new URLSearchParams({ choice: 'pay', email: 'not an address' })
    const refused = await fetch(shop.url + payment, { method: 'POST', body: fields })
    expect(refused.status).toBe(400)
    expect(await faults('a refused form', await refused.text())).toEqual([])

    for (const input of form.$('form input').toArray()) {
      fields.set(input.attribs.name ?? '', input.attribs.value ?? '')
    }
    const paid = await fetch(shop.url + payment, { method: 'POST', body: fields })
    expect(new URL(paid.url).pathname).toMatch(/^\/order\//)
    expect(await faults('a paid order', await paid.text())).toEqual([])
  })

  it('is checked by a checker that finds faults', async () => {
    expect(await faults('', '<!doctype html><p><div id="a"></div><i id="a"></i>')).not.toEqual([])
  })
})

/** The address where a cart of one piece is paid. */
async function checkOut(): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  await shop.goldBecomes('130')
  const { quote, total } = await post('/api/quote', {
    lines: [{ productId: '7', size: 'Small', quantity: 1 }],
  })
  return (await post('/api/create-checkout-session', { quote, amount: Number(total) })).url
}
