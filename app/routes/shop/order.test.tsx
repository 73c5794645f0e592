import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { readConfig } from '#app/.server/config.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { recordPage } from '#app/.server/gold-price/queries/proof-page.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { testBuyer } from '#app/contracts/payments/test-payment.ts'
import { cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { orderStates } from '#app/domain/orders/order-state.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { dispute, paidOrder } from '#tests/support/orders.ts'
import { renderPage } from '#tests/support/page.tsx'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import * as order from './order.tsx'
import { orderMessage } from './order-messages.ts'
import * as testPayment from './test-payment.tsx'

async function placed(app: AppContext) {
  const answer = await quoteCart(app, [{ productId: '7', size: 'Small', quantity: 2 }])
  const { url } = await placeOrder(app, checkout(answer))
  const [row] = (await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!row) throw new Error('no order was placed')
  return { answer, ...row, session: row.paymentSession ?? '' }
}

const confirmation = (app: AppContext, token: string) =>
  renderPage(app, order, { path: 'order/:token', address: `/order/${token}` })
const paymentPage = (app: AppContext, session: string) =>
  renderPage(app, testPayment, {
    path: 'test-payment/:token',
    address: `/test-payment/${session}`,
  })

/** A press of a button: the response it throws, or what it answers. */
async function press(app: AppContext, session: string, fields: Record<string, string>) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request(`http://localhost:3000/test-payment/${session}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const args = { request, context, params: { token: session } }
  return testPayment.action(args as unknown as Parameters<typeof testPayment.action>[0]).then(
    ({ data, init }) => ({ status: init?.status, data, to: null }),
    (thrown: { init?: ResponseInit } | Response) =>
      thrown instanceof Response
        ? { status: thrown.status, data: null, to: thrown.headers.get('Location') }
        : { status: thrown.init?.status, data: null, to: null },
  )
}

onBothDatabases('the pages of an order', (open) => {
  it('say how each price was made, to the cent, and that it is a test [ORDER-03, ORDER-09]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await goldBecomes('131.2778')
    const { session, token, number, answer } = await placed(shop)
    const [line] = answer.lines
    const shown = (amount = '') => `$${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`
    for (const { status, words, html } of [
      await paymentPage(shop, session),
      await confirmation(shop, token),
    ]) {
      expect(status).toBe(200)
      expect(words).toMatch(/Test payment: no card (is|was) charged/)
      expect(words).toContain(number)
      expect(words).toContain(`Gold ${line?.grams} g × $131.2778 ${shown(line?.goldPart)}`)
      expect(words).toContain(`Flat fee ${shown(line?.fee)}`)
      expect(words).toContain(`Price ${shown(line?.unitPrice)}`)
      expect(words).toContain(`2 × ${shown(line?.unitPrice)} ${shown(line?.lineTotal)}`)
      expect(words).toContain(`Total ${shown(answer.total)}`)
      expect(words).toContain('Gold at $131.2778 per gram')
      expect(words).toContain('March 11, 2026, at 9:00 AM PDT')
      expect(html).toContain('set by us')
    }
  })

  it('lead to the record of the gold price, which comes to the same sum [PROOF-08]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await goldBecomes('131.2778')
    const { token, goldPriceId, answer } = await placed(shop)
    const [line] = answer.lines
    const { html } = await confirmation(shop, token)
    const [, link = ''] = /href="(\/gold-price\/proof\/[^"]*)"/.exec(html) ?? []
    const { pathname, searchParams } = new URL(link.replaceAll('&amp;', '&'), shop.publicUrl)
    expect(pathname).toBe(`/gold-price/proof/${goldPriceId}`)
    const input = { grams: searchParams.get('grams') ?? '', fee: searchParams.get('fee') ?? '' }
    const record = await recordPage(shop, goldPriceId ?? 0, input)
    expect(record?.sum.price && centsToDecimal(record.sum.price.unitPrice)).toBe(line?.unitPrice)
  })

  it('wait for the payment, turn when it came, and then say what happens next [ORDER-03, SHIP-05]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, token } = await placed(shop)
    const waiting = await confirmation(shop, token)
    expect(waiting.words).toContain('Your payment is being confirmed')
    expect(waiting.html).toMatch(/<noscript>.*<a href="\?"[^>]*>Check again<\/a>.*<\/noscript>/)
    expect(waiting.html).toContain(`href="http://localhost:3000/test-payment/${session}"`)
    expect(waiting.words).not.toContain('test-buyer@example.com')

    const paid = await press(shop, session, { ...testBuyer, choice: 'pay' })
    expect(paid).toMatchObject({ status: 303, to: `/order/${token}` })
    const { words, html } = await confirmation(shop, token)
    expect(words).toContain('Your order is confirmed.')
    expect(html).not.toContain('Check again')
    expect(html).not.toMatch(/\/test-payment\/[\w-]+"/)
    for (const message of [
      'test-buyer@example.com',
      '1000 Example Street',
      'Seattle, WA 98101',
      'Processing time: 3-5 business days',
      'Shipping time: 2-3 business days',
      'Free shipping in the United States',
    ]) {
      expect(words).toContain(message)
    }
    await expect(paymentPage(shop, session)).rejects.toThrow('redirects')
  })

  it('show the pieces, their gold in all, when they arrive and whom the shop wrote to [FACTS-08, FACTS-09]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { session, token, answer } = await placed(shop)
    const grams = (answer.lines[0]?.grams ?? 0) * 2
    const waiting = await confirmation(shop, token)
    expect(waiting.words).toContain(`Total gold ${Number(grams.toFixed(1))} g`)
    expect(waiting.html).toContain('fir-cone-front')
    expect(waiting.words).not.toContain('Estimated delivery')

    await press(shop, session, { ...testBuyer, choice: 'pay' })
    const email = (state: 'waiting' | 'sent' | 'kept') =>
      shop.db.orm
        .update(emailOutbox)
        .set({
          ...{ state, recipient: 'test-buyer@example.com', subject: 'Paid', text: 'x', html: 'x' },
          sentAt: state === 'sent' ? shop.now() : null,
        })
        .where(eq(emailOutbox.kind, 'order-paid-buyer'))
    await email('waiting')
    const paid = await confirmation(shop, token)
    // Paid on Wednesday, March 11: to be sent by March 18, and then up to three business days.
    expect(paid.words).toContain('Estimated delivery: Mar 18–23')
    expect(paid.words).toContain('We’re emailing test-buyer@')
    await email('sent')
    expect((await confirmation(shop, token)).words).toContain('We emailed test-buyer@')
    // Without a mail server it was kept, and nobody was emailed.
    await email('kept')
    expect((await confirmation(shop, token)).words).not.toMatch(/We emailed|We’re emailing/)

    // The day it was to be sent by is over, and nothing left: no day is said.
    pass(8 * 24 * 60)
    expect((await confirmation(shop, token)).words).not.toContain('Estimated delivery')
  })

  it('decline with a sentence, keep what was typed, and let the shopper try again or leave [ORDER-09]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, token } = await placed(shop)
    const input = { ...testBuyer, name: 'Ada', choice: 'decline' }
    expect(await press(shop, session, input)).toMatchObject({
      status: 402,
      data: {
        sentence: expect.stringMatching(/^The test card was declined\. Nothing was charged\./),
        typed: { name: 'Ada' },
      },
    })
    const wrong = { ...testBuyer, email: 'ada', postalCode: '9', choice: 'pay' }
    expect(await press(shop, session, wrong)).toMatchObject({
      status: 400,
      data: {
        typed: { email: 'ada', postalCode: '9' },
        errors: {
          email: 'Please enter an email address, like name@example.com.',
          postalCode: 'Please enter a five-digit ZIP code, like 98101.',
        },
      },
    })
    expect(await press(shop, session, { choice: 'eat' })).toMatchObject({
      status: 400,
      data: { sentence: 'Please choose Pay, Decline, or Cancel.' },
    })
    expect((await confirmation(shop, token)).words).toContain('being confirmed')
    expect(await press(shop, session, { choice: 'cancel' })).toMatchObject({
      status: 303,
      to: '/products?checkout=cancelled',
    })
    expect((await confirmation(shop, token)).words).toContain('This order was canceled')
    expect(await press(shop, session, { ...testBuyer, choice: 'pay' })).toMatchObject({
      status: 303,
      to: '/products?checkout=cancelled',
    })
  })

  it('say that an order is on hold while its bank has the payment, and no day [PARCEL-15]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const sold = await paidOrder(shop)
    expect((await confirmation(shop, sold.token)).words).toContain('Ships by')
    const after = async (type: 'dispute open' | 'dispute lost') => {
      await dispute(shop, sold, type)
      return (await confirmation(shop, sold.token)).words
    }
    const promises = /Ships by|Estimated delivery|Processing time|Your order is confirmed/
    const disputed = await after('dispute open')
    expect(disputed).toContain('Your bank is reviewing your payment. Your order won’t ship until')
    expect(disputed).not.toMatch(promises)
    pass(60)
    const lost = await after('dispute lost')
    expect(lost).toContain('Your bank took back your payment, so your order won’t ship for now.')
    expect(lost).toContain('Questions? Write to')
    expect(lost).not.toMatch(promises)
  })

  it('hide name and address 60 days after the order was sent, and offer a mail [PRIVACY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const sent = await paidOrder(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, sent)), tracking: 'UPS 1' })
    expect((await confirmation(shop, sent.token)).words).toContain('Ada Buyer')
    pass(60 * 24 * 60)
    const { words } = await confirmation(shop, sent.token)
    expect(words).toContain('Email me a link to view them')
    expect(words).not.toMatch(/Ada Buyer|ada@example/)
  })

  it('are found by their unguessable address alone, and kept by no cache [ORDER-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, token, number, id } = await placed(shop)
    for (const guess of [number, id, session, `${token}x`, '%00']) {
      const { status, words } = await confirmation(shop, guess)
      expect([status, words.includes('Page Not Found')]).toEqual([404, true])
    }
    expect((await paymentPage(shop, token)).status).toBe(404)
    expect(await press(shop, token, { choice: 'decline' })).toMatchObject({ status: 404 })

    const context = new RouterContextProvider()
    context.set(appContext, shop)
    const request = new Request(`http://localhost:3000/order/${token}`)
    const args = { context, request, params: { token } } as unknown as Parameters<
      typeof order.loader
    >[0]
    const { init } = await order.loader(args)
    expect(init?.headers).toEqual({ 'Cache-Control': 'no-store' })
    const meta = order.meta({ loaderData: { summary: { number } } } as unknown as Parameters<
      typeof order.meta
    >[0])
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  })
})

it('an order that is only out of reach has not the title of a missing one [ORDER-03]', () => {
  const titled = (status: number) => {
    const error = { status, statusText: '', internal: false, data: null }
    const args = { error } as unknown as Parameters<typeof order.meta>[0]
    return JSON.stringify([order.meta(args), testPayment.meta(args as never)])
  }
  expect(titled(404).match(/Page Not Found/g)).toHaveLength(2)
  expect(titled(503).match(/Something went wrong/g)).toHaveLength(2)
})

describe('the words of a confirmation', () => {
  it('are there for every state, and never claim a payment that is in doubt [ORDER-03, ORDER-06, SALE-08, SALE-21]', () => {
    for (const state of orderStates) {
      const { heading, sentence, mark } = orderMessage(state, false)
      expect([heading, sentence, mark].every((text) => text.length > 3)).toBe(true)
      const { sentence: doubtful } = orderMessage(state, true)
      expect(doubtful).not.toContain('Nothing was charged')
    }
    expect(orderMessage('pending', true).heading).toBe('We’re reviewing your payment')
    // Of an order that staff made, a deposit came [SALE-08].
    expect(orderMessage('pending', false, null, cents(0)).mark).toBe('Pending')
    const part = orderMessage('pending', false, null, cents(897_73))
    expect(part.mark).toBe('Partially paid')
    expect(part.sentence).toBe(
      'We’ve received your $897.73 payment. We’ll send you a link to pay the balance.',
    )
    expect(orderMessage('cancelled', true).heading).toBe('We’re reviewing your payment')
    // A deposit was charged, also where the order ended afterwards [SALE-21].
    for (const state of ['cancelled', 'expired', 'refunded'] as const) {
      for (const held of [false, true]) {
        const { sentence } = orderMessage(state, held, null, null, 'You paid $5.00.')
        expect(sentence).toBe('You paid $5.00.')
      }
      expect(orderMessage(state, true).sentence).not.toMatch(/refunding|will refund/)
    }
  })

  it('say that the shop is away rather than that the order is not there [D19]', async () => {
    const app = testShop({ db: null, config: readConfig({ GOLD_SOURCES: 'none' }) })
    const { status, words } = await confirmation(app, 'a-token-of-an-order')
    expect(status).toBe(503)
    expect(words).toContain('lost. Please try again in a moment')
  })
})
