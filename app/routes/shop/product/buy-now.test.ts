import { describe, expect, it } from 'vitest'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { cents } from '#app/domain/money/cents.ts'
import { buyNow, type Purchase } from './buy-now.ts'

const sizes = goldSizes([
  { id: '1', name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' },
  {
    id: '2',
    name: 'Gold Size: Fixed',
    option: 'Weight: 28.9g, Fee: $1250, Stripe Link: https://buy.example.com/fixed',
  },
  {
    id: '3',
    name: 'Gold Size: Unsafe',
    option: 'Weight: 28.9g, Fee: $1250, Stripe Link: javascript:alert(1)',
  },
])
const small: Purchase = { productId: '5', sizes, selected: 'Small', shownPrice: '2113.72' }

const quoteOf = (total: string, lines = 1, fee = '750.00') => ({
  quote: 'payload.seal',
  lines: Array(lines).fill({
    productId: '5',
    size: 'Small',
    name: 'Pendant',
    grams: 14.7,
    pricePerGram: '92.77',
    fee,
    goldPart: '1363.72',
    unitPrice: total,
    quantity: 1,
    lineTotal: total,
  }),
  total,
  goldPrice: {
    price: '2885.47',
    pricePerGram: '92.77',
    source: 'gold-api',
    state: 'live',
    takenAt: null,
  },
  issuedAt: '2025-01-01T10:00:00.000Z',
  expiresAt: '2025-01-01T10:10:00.000Z',
  notes: [],
})
const problem = (status: number, code = 'a_code') =>
  Response.json({ error: { code, message: 'A sentence.' } }, { status })

async function buy(
  purchase: Purchase,
  responses: Response[] = [],
  { agrees = true, mark = null }: { agrees?: boolean; mark?: string | null } = {},
) {
  const seen = {
    calls: [] as string[],
    bodies: [] as string[],
    alerts: [] as string[],
    questions: [] as string[],
    leftFor: [] as string[],
    headers: [] as unknown[],
    marks: [] as string[],
  }
  const left = await buyNow(purchase, {
    fetch: async (path, init) => {
      seen.calls.push(String(path))
      seen.bodies.push(String(init?.body))
      seen.headers.push(init?.headers)
      const next = responses.shift()
      if (!next) throw new TypeError('Failed to fetch')
      return next
    },
    alert: (message) => seen.alerts.push(message),
    confirm: (question) => {
      seen.questions.push(question)
      return agrees
    },
    goTo: (url) => seen.leftFor.push(url),
    lastMark: () => mark,
    saveMark: (token) => seen.marks.push(token),
    inTurn: (work) => work(),
    here: 'https://shop.example/product/5',
  })
  return { ...seen, left }
}

describe('Buy Now', () => {
  it('goes to the size’s own payment link, with no call [PAY-01]', async () => {
    const { left, calls, alerts, leftFor } = await buy({ ...small, selected: 'Fixed' })
    expect({ left, calls, alerts }).toEqual({ left: true, calls: [], alerts: [] })
    expect(leftFor).toEqual(['https://buy.example.com/fixed'])
  })

  it('opens a payment link of Stripe as it was stored, with nothing added [PAY-01, PAY-22]', async () => {
    const link = 'https://buy.stripe.com/test_abc?prefilled_promo_code=X'
    const option = `Weight: 28.9g, Fee: $1250, Stripe Link: ${link}`
    const linked = goldSizes([{ id: '1', name: 'Gold Size: Fixed', option }])
    const { leftFor } = await buy({ ...small, sizes: linked, selected: 'Fixed' })
    expect(leftFor).toEqual([link])
  })

  it('names the Buy Now it takes the place of, and leaves a mark of its own [PAY-21]', async () => {
    const { headers, marks } = await buy(
      small,
      [
        Response.json(quoteOf('2113.72')),
        Response.json({ url: 'https://pay.example.com/session' }),
      ],
      { mark: 'earlier' },
    )
    expect(headers[1]).toMatchObject({ 'Replaces-Quote': 'earlier', 'Buy-Now': 'yes' })
    expect(marks).toEqual(['payload.seal'])
    const bought = await buy(small, [
      Response.json(quoteOf('2113.72')),
      Response.json({ url: 'https://shop.example/order/a-token' }),
    ])
    expect(bought.marks).toEqual([])
  })

  it('has its piece engraved, past a payment link too, which knows of none [ENGRAVE-03, ENGRAVE-04]', async () => {
    const engraving = { text: 'For Ada', fee: cents(6000) }
    const quoted = quoteOf('2173.72')
    const lines = quoted.lines.map((line) => ({ ...line, engraving: 'For Ada' }))
    const response = (engravingFee: string) =>
      Response.json({ ...quoted, lines: lines.map((line) => ({ ...line, engravingFee })) })
    const pays = Response.json({ url: 'https://pay.example.com/session' })
    const asked = { ...small, engraving, shownPrice: '2173.72' }
    const { bodies, leftFor, questions } = await buy(asked, [response('60.00'), pays])
    expect(JSON.parse(bodies[0] ?? '').lines).toEqual([
      { productId: '5', size: 'Small', quantity: 1, engraving: 'For Ada' },
    ])
    expect([leftFor, questions]).toEqual([['https://pay.example.com/session'], []])
    const linked = await buy({ ...asked, selected: 'Fixed' })
    expect([linked.calls, linked.leftFor]).toEqual([['/api/quote'], []])
    // Its fee has changed, and not the gold price.
    const dearer = {
      ...asked,
      shownPrice: '2168.72',
      engraving: { ...engraving, fee: cents(5500) },
    }
    const { questions: said } = await buy(dearer, [response('60.00')], { agrees: false })
    expect(said).toEqual([expect.stringMatching(/^The price of this piece has changed\./)])
    const other = await buy(asked, [
      Response.json({ error: { code: 'engraving_refused', message: 'Not so.' } }, { status: 422 }),
    ])
    expect(other.alerts).toEqual(['Not so.'])
  })

  it('never goes to a link that is not https [PAY-06]', async () => {
    const { leftFor, calls } = await buy({ ...small, selected: 'Unsafe' })
    expect(leftFor).toEqual([])
    expect(calls).toEqual(['/api/quote'])
  })

  it('asks for a size where none is selected [PAY-02]', async () => {
    const { left, calls, alerts } = await buy({ ...small, selected: null })
    expect({ left, calls, alerts }).toEqual({
      left: false,
      calls: [],
      alerts: ['Please select a size to purchase'],
    })
  })

  it('says so where the product has no such size [PAY-03]', async () => {
    const { alerts, calls } = await buy({ ...small, selected: 'Enormous' })
    expect(alerts).toEqual(['Selected size not found'])
    expect(calls).toEqual([])
  })

  it('buys the one piece at the live price where the size has no link [PAY-07]', async () => {
    const { left, calls, bodies, questions, leftFor } = await buy(small, [
      Response.json(quoteOf('2113.72')),
      Response.json({ url: 'https://pay.example.com/session' }),
    ])
    expect(calls).toEqual(['/api/quote', '/api/create-checkout-session'])
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      lines: [{ productId: '5', size: 'Small', quantity: 1 }],
    })
    expect(bodies[1]).toBe('{"amount":2113.72,"quote":"payload.seal"}')
    expect(questions).toEqual([])
    expect(left).toBe(true)
    expect(leftFor).toEqual(['https://pay.example.com/session'])
  })

  it.each([
    ['no price can be had', [problem(503)]],
    [
      'no card provider is configured',
      [Response.json(quoteOf('2113.72')), problem(503, 'shop_unavailable')],
    ],
    ['there is no address to pay at', [Response.json(quoteOf('2113.72')), Response.json({})]],
    ['the piece is no longer sold', [Response.json(quoteOf('0.00', 0))]],
    ['the network is down', []],
  ])('says sorry where %s [PAY-04]', async (_, responses) => {
    const { left, alerts, leftFor } = await buy(small, responses)
    expect({ left, leftFor }).toEqual({ left: false, leftFor: [] })
    expect(alerts).toEqual([
      'Sorry, there was an error processing your purchase. Please try again.',
    ])
  })

  it.each([
    [503, 'selling_stopped'],
    [429, 'too_many_open_orders'],
    [422, 'payment_refused'],
  ])('says why where the shop does: %s %s [STOP-07]', async (status, code) => {
    const { left, alerts } = await buy(small, [
      Response.json(quoteOf('2113.72')),
      problem(status, code),
    ])
    expect({ left, alerts }).toEqual({ left: false, alerts: ['A sentence.'] })
  })

  it('says that the gold price has not updated, where that is why there is none [LIVE-17]', async () => {
    const { left, alerts } = await buy(small, [problem(503, 'gold_price_unavailable')])
    expect({ left, alerts }).toEqual({ left: false, alerts: ['A sentence.'] })
  })

  it('asks first where the price is no longer the one on the page [PAY-07]', async () => {
    const refused = await buy(small, [Response.json(quoteOf('2150.00'))], { agrees: false })
    expect(refused.questions).toEqual([
      'The gold price has moved. This piece now costs $2,150.00. Continue to payment?',
    ])
    expect(refused).toMatchObject({ left: false, calls: ['/api/quote'], alerts: [] })
    const dearer = await buy(small, [Response.json(quoteOf('2163.72', 1, '800.00'))], {
      agrees: false,
    })
    expect(dearer.questions).toEqual([
      'The price of this piece has changed. This piece now costs $2,163.72. Continue to payment?',
    ])
    const agreed = await buy(small, [
      Response.json(quoteOf('2150.00')),
      Response.json({ url: 'https://pay.example.com/session' }),
    ])
    expect(agreed.left).toBe(true)
    expect(agreed.bodies[1]).toBe('{"amount":2150.00,"quote":"payload.seal"}')
  })
})
