import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type QuoteResponse, readQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import {
  type CheckoutOutcome,
  checkOut,
  checkoutBody,
  inTurn,
  leadsToOrder,
  lookAtTotal,
  safeDestination,
  startCheckout,
  takeOverBuyNow,
  whatToConfirm,
} from './checkout.ts'

const here = 'http://localhost:3000/product/5'
const lines = [{ productId: '5', size: 'Small', quantity: 1 }]

const answerOf = (total: string, notes: string[] = []) => ({
  quote: `payload-of-${total}.seal-of-${total}`,
  lines: [
    {
      productId: '5',
      size: 'Small',
      name: 'Pendant',
      grams: 14.7,
      pricePerGram: '92.77',
      fee: '750.00',
      goldPart: '1363.72',
      unitPrice: total,
      lineTotal: total,
      quantity: 1,
    },
  ],
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
  notes,
})

function quoteOf(total: string): QuoteResponse {
  const quote = readQuoteResponse(answerOf(total))
  if (!quote) throw new Error('the example is no quote')
  return quote
}

type Sent = { path: string; init: RequestInit | undefined }

/** Answers in turn; an Error is a network that fails. */
function network(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const fetchFrom: typeof fetch = async (path, init) => {
    sent.push({ path: String(path), init })
    const next = answers.shift()
    if (!next) throw new Error('nothing more was expected to be asked')
    if (next instanceof Error) throw next
    return next
  }
  return { sent, fetchFrom }
}

const never = new AbortController().signal

const start = (answer: Response | Error, quote = quoteOf('2113.70')) =>
  startCheckout(network(answer).fetchFrom, quote, here, never)

describe('checkout', () => {
  it('posts {amount, quote}: the total as a number with two decimals, and its token [PAY-07, PAY-08]', async () => {
    const { sent, fetchFrom } = network(Response.json({ url: 'https://pay.example.com/s' }))
    const quote = quoteOf('2113.70')
    await startCheckout(fetchFrom, quote, here, never)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.path).toBe('/api/create-checkout-session')
    expect(sent[0]?.init?.method).toBe('POST')
    expect(sent[0]?.init?.headers).toEqual({ 'Content-Type': 'application/json' })
    expect(sent[0]?.init?.body).toBe(`{"amount":2113.70,"quote":"${quote.quote}"}`)
  })

  it('sends a gift note beside the body, whatever it is written in [GIFT-02]', async () => {
    const note = 'Für dich 💍\nשלום'
    const sent = async (giftNote: string) => {
      const { sent, fetchFrom } = network(Response.json({ url: 'https://pay.example.com/s' }))
      const held = quoteOf('2113.70')
      await checkOut(fetchFrom, { held, shownTotal: '2113.70', lines, giftNote }, here, never)
      return new Headers(sent[0]?.init?.headers).get('gift-note')
    }
    expect(decodeURIComponent((await sent(note)) ?? '')).toBe(note)
    expect(await sent('')).toBeNull()
  })

  it('takes over its own Buy Now where pieces are short, each once, and for no other reason [STOCK-16]', async () => {
    const failed = (code: string) =>
      ({ kind: 'failed', message: 'Failed to create checkout session', code }) as const
    const leave = { kind: 'leave', url: 'https://pay.example.com/s', quote: 'a.b' } as const
    const asked = async (answer: (mark: string | null) => CheckoutOutcome) => {
      const marks: (string | null)[] = []
      const outcome = await takeOverBuyNow(
        async (mark) => {
          marks.push(mark)
          return answer(mark)
        },
        { lastMark: 'cart', buyNowMarks: ['one', null, 'one', 'two'] },
      )
      return { marks, kind: outcome.kind }
    }
    const short = failed('not_enough_left')
    expect(await asked((mark) => (mark === 'two' ? leave : short))).toEqual({
      ...{ marks: ['cart', 'one', 'two'], kind: 'leave' },
    })
    expect((await asked(() => short)).marks).toEqual(['cart', 'one', 'two'])
    expect(await asked(() => leave)).toEqual({ marks: ['cart'], kind: 'leave' })
    expect((await asked(() => failed('too_many_open_orders'))).marks).toEqual(['cart'])
  })

  it('writes any total as it stands, without a floating point in between [PAY-08]', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.string(), (totalCents, token) => {
        const digits = totalCents.toString().padStart(3, '0')
        const total = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        const body = checkoutBody(total, token)
        expect(body.startsWith(`{"amount":${total},`)).toBe(true)
        expect(JSON.parse(body).quote).toBe(token)
      }),
    )
    for (const total of ['2113.7', '-1.00', '1e3', '', 'NaN']) {
      expect(() => checkoutBody(total, 'token')).toThrow(RangeError)
    }
  })

  it('leaves for the address it was given [PAY-09]', async () => {
    const outcome = await start(Response.json({ url: 'https://pay.example.com/session?id=1' }))
    expect(outcome).toEqual({
      kind: 'leave',
      url: 'https://pay.example.com/session?id=1',
      quote: quoteOf('2113.70').quote,
    })
    expect(await start(Response.json({ url: '/test-payment/abc' }))).toMatchObject({
      url: 'http://localhost:3000/test-payment/abc',
    })
  })

  it('goes to this site and to https pages only [PAY-06]', () => {
    const refused = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,hello',
      'http://pay.example.com/',
      'http://localhost:3001/',
      'ftp://localhost:3000/',
      'https://',
      '',
      null,
      undefined,
      7,
    ]
    for (const url of refused) expect(safeDestination(url, here)).toBeNull()
  })

  it.each([
    ['an error in the shop’s form', 500],
    ['a refused amount', 400],
    ['a 409 without a fresh quote', 409],
  ])('%s: Failed to create checkout session [PAY-11]', async (_, status) => {
    const failed = { kind: 'failed', message: 'Failed to create checkout session' }
    const body = { error: { code: 'a_code', message: 'A sentence.' } }
    expect(await start(Response.json(body, { status }))).toEqual(failed)
    expect(await start(new Response('<h1>Bad gateway</h1>', { status }))).toEqual(failed)
  })

  it.each([
    ['nothing', {}],
    ['an empty one', { url: '' }],
    ['one that must not be gone to', { url: 'javascript:alert(1)' }],
    ['no object at all', null],
  ])('an answer with %s for its url: No checkout URL received [PAY-12]', async (_, body) => {
    expect(await start(Response.json(body))).toEqual({
      kind: 'failed',
      message: 'No checkout URL received',
    })
  })

  it('anything else: Failed to start checkout [PAY-13]', async () => {
    const failed = { kind: 'failed', message: 'Failed to start checkout' }
    expect(await start(new TypeError('Failed to fetch'))).toEqual(failed)
    expect(await start(new Response('<html>'))).toEqual(failed)
  })

  it.each([422, 429, 503])(
    'says beside it what the shop cannot do just now, at %s [PAY-11]',
    async (status) => {
      const body = { error: { code: 'a_code', message: 'Stripe cannot be reached.' } }
      expect(await start(Response.json(body, { status }))).toEqual({
        kind: 'failed',
        message: 'Failed to create checkout session',
        reason: 'Stripe cannot be reached.',
        code: 'a_code',
      })
    },
  )

  it('names the quote that was gone to pay before, beside the body, unless it is this one [PAY-07, PAY-15]', async () => {
    const headers = async (lastMark: string | null) => {
      const { sent, fetchFrom } = network(Response.json({ url: 'https://pay.example.com/s' }))
      const quote = { quote: 'payload.seal', total: '2113.70' }
      await startCheckout(fetchFrom, quote, here, never, lastMark)
      expect(sent[0]?.init?.body).toBe('{"amount":2113.70,"quote":"payload.seal"}')
      return sent[0]?.init?.headers
    }
    expect(await headers('earlier')).toMatchObject({ 'Replaces-Quote': 'earlier' })
    expect(await headers('seal')).toEqual({ 'Content-Type': 'application/json' })
    expect(await headers(null)).toEqual({ 'Content-Type': 'application/json' })
  })

  it('knows an order that was bought already from a page to pay on [ORDER-08]', () => {
    const order = new URL('/order/a-token', here).href
    expect(leadsToOrder(order, here)).toBe(true)
    expect(leadsToOrder('https://pay.example.com/order/a-token', here)).toBe(false)
    expect(leadsToOrder(new URL('/test-payment/x', here).href, here)).toBe(false)
  })

  it('brings the fresh quote of an expired one back, to be looked at [QUOTE-04]', async () => {
    const body = { error: { code: 'quote_expired', message: 'x' }, fresh: answerOf('2200.00') }
    const outcome = await start(Response.json(body, { status: 409 }))
    expect(outcome).toMatchObject({ kind: 'fresh', answer: { total: '2200.00' } })
  })

  it('is confirmed by what changed: the price by bank that is gone, with the reason of the shop, or the sum [BANK-15]', async () => {
    const body = {
      error: { code: 'quote_expired', message: 'Sales tax is charged from now on.' },
      fresh: answerOf('2200.00'),
    }
    const told = await start(Response.json(body, { status: 409 }))
    if (told.kind !== 'fresh') throw new Error(told.kind)
    const { answer } = told
    const shown = '2145.00'
    expect(whatToConfirm(told, { payBy: 'wire', shown })).toBe('Sales tax is charged from now on.')
    const silent = { kind: 'fresh', answer } as const
    expect(whatToConfirm(silent, { payBy: 'debit', shown })).toMatch(
      /bank payment discount is no longer available/,
    )
    expect(whatToConfirm(told, { payBy: 'card', shown: '2200.00' })).toBeNull()
    expect(whatToConfirm(told, { payBy: 'card', shown: '2199.00' })).toBe(lookAtTotal)
    const bank = {
      ...(answer.bank ?? {}),
      percent: '2.50',
      saving: quoteOf('55.00').total,
      total: quoteOf(shown).total,
    }
    const withBank = { kind: 'fresh', answer: { ...answer, bank } } as const
    expect(whatToConfirm(withBank, { payBy: 'wire', shown })).toBeNull()
    expect(whatToConfirm(withBank, { payBy: 'wire', shown: '2145.01' })).toBe(lookAtTotal)
  })

  it('goes quiet when it is given up', async () => {
    const controller = new AbortController()
    const asked = startCheckout(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      quoteOf('2113.70'),
      here,
      controller.signal,
    )
    controller.abort()
    expect(await asked).toEqual({ kind: 'aborted' })
  })

  it('marks the paid cart by the id of its quote [ORDER-08]', () => {
    expect(quoteId('payload.with.dots.signature')).toBe('signature')
    expect(quoteId('')).toBe('')
  })
})

describe('from the cart to the payment page', () => {
  const paid = () => Response.json({ url: 'https://pay.example.com/' })

  it('hands back the quote that is held, without another question [PAY-07]', async () => {
    const { sent, fetchFrom } = network(paid())
    const cart = { held: quoteOf('2113.70'), shownTotal: '2113.70', lines }
    expect(await checkOut(fetchFrom, cart, here, never)).toMatchObject({ kind: 'leave' })
    expect(sent.map(({ path }) => path)).toEqual(['/api/create-checkout-session'])
  })

  it('asks for today’s price first where none is held, and goes on if it is what was shown [CART-14]', async () => {
    const { sent, fetchFrom } = network(Response.json(answerOf('2113.70')), paid())
    const cart = { held: null, shownTotal: '2113.70', lines }
    expect(await checkOut(fetchFrom, cart, here, never)).toMatchObject({ kind: 'leave' })
    expect(sent.map(({ path }) => path)).toEqual(['/api/quote', '/api/create-checkout-session'])
    expect(JSON.parse(String(sent[0]?.init?.body))).toEqual({ lines })
  })

  it('asks the shopper again where today’s price is another, up or down [CART-14]', async () => {
    for (const today of ['2113.71', '2000.00']) {
      const { sent, fetchFrom } = network(Response.json(answerOf(today)))
      const cart = { held: null, shownTotal: '2113.70', lines }
      const outcome = await checkOut(fetchFrom, cart, here, never)
      expect(outcome).toMatchObject({ kind: 'fresh', answer: { total: today } })
      expect(sent).toHaveLength(1)
    }
  })

  it('asks again where a line fell out, whatever the total [CART-14, QUOTE-06]', async () => {
    const { fetchFrom } = network(Response.json(answerOf('2113.70', ['X is no longer sold.'])))
    const cart = { held: null, shownTotal: '2113.70', lines }
    expect(await checkOut(fetchFrom, cart, here, never)).toMatchObject({ kind: 'fresh' })
  })

  it('says the documented sentence where there is no price to be had [PAY-11, PAY-13]', async () => {
    const cart = { held: null, shownTotal: '2113.70', lines }
    const refused = network(Response.json({ error: {} }, { status: 503 }))
    expect(await checkOut(refused.fetchFrom, cart, here, never)).toEqual({
      kind: 'failed',
      message: 'Failed to create checkout session',
    })
    const away = network(new TypeError('Failed to fetch'))
    expect(await checkOut(away.fetchFrom, cart, here, never)).toEqual({
      kind: 'failed',
      message: 'Failed to start checkout',
    })
  })
})

describe('two tabs in turn', () => {
  afterEach(() => vi.unstubAllGlobals())
  const withLocks = (request: (key: string, work: () => Promise<string>) => Promise<string>) =>
    vi.stubGlobal('navigator', { locks: { request } })

  it('of a gold price that has not updated says so beside the sentence [LIVE-17, PAY-11]', async () => {
    const error = { code: 'gold_price_unavailable', message: 'The gold price hasn’t updated.' }
    const { fetchFrom } = network(Response.json({ error }, { status: 503 }))
    const cart = { held: null, shownTotal: '2113.70', lines: [] }
    expect(await checkOut(fetchFrom, cart, here, never)).toMatchObject({
      ...{ message: 'Failed to create checkout session', reason: error.message },
    })
  })

  it('checks out where the browser refuses locks, as Firefox does without storage [ENGINE-06]', async () => {
    withLocks(() => Promise.reject(new DOMException('not allowed', 'SecurityError')))
    expect(await inTurn('mark', async () => 'done')).toBe('done')
  })

  it('does once what fails in its turn [ENGINE-06]', async () => {
    withLocks((_, work) => work())
    let times = 0
    const failing = inTurn('mark', async () => {
      times += 1
      throw new Error('no answer')
    })
    await expect(failing).rejects.toThrow('no answer')
    expect(times).toBe(1)
  })
})
