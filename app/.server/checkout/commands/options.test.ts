import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import { packingSlipsPdf } from '#app/.server/documents/packing-slip.ts'
import { pickListPdf } from '#app/.server/documents/pick-list.ts'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { orderAgain } from '#app/.server/draft-orders/queries/order-again.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { orderToPack } from '#app/.server/fulfillment/queries/orders-to-pack.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { linesOfOrder, payableOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { readChooseAgain } from '#app/contracts/quote/choose-again.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { cents } from '#app/domain/money/cents.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder, seenByStaff } from '#tests/support/orders.ts'
import { readPdf, sumsIn } from '#tests/support/pdf.ts'
import { changeProducts } from '#tests/support/products.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

const choice = (name: string, choice: string, price = 0, mg = 0): OptionChoice => ({
  ...{ name, choice, price: cents(price), mg },
})
const short = choice('Chain length', '18 in')
const long = choice('Chain length', '20 in', 2500, 400)
const matte = choice('Finish', 'Matte')
const offered = [short, long, choice('Finish', 'Polished'), matte]

const chosen = (...options: OptionChoice[]) => options.map(({ name, choice }) => ({ name, choice }))
const small = { productId: '7', size: 'Small', quantity: 1 }
const longer = { ...small, quantity: 2, options: chosen(long, matte) }
const shorter = { ...small, options: chosen(short, matte) }

const offers = (app: AppContext, options: readonly OptionChoice[]) =>
  changeProducts(app, { options }, eq(products.id, '7'))

onBothDatabases('options', (open) => {
  async function shopWithOptions() {
    const selling = await sellingShop(await open())
    await offers(selling.shop, offered)
    return selling
  }

  it('are priced by the shop and sold with their line, as they were then [OPTION-03, OPTION-06]', async () => {
    const { shop } = await shopWithOptions()
    const answer = await quoteCart(shop, [longer, shorter])
    const [dear, plain] = answer.lines
    expect(dear?.options).toEqual([
      { name: 'Chain length', choice: '20 in', difference: '+$25.00, +0.4 g' },
      { name: 'Finish', choice: 'Matte' },
    ])
    // 0.4 g at $130.00, and $25.00.
    expect(Number(dear?.unitPrice) - Number(plain?.unitPrice)).toBeCloseTo(77, 9)
    expect((dear?.grams ?? 0) - (plain?.grams ?? 0)).toBeCloseTo(0.4, 9)
    await placeOrder(shop, checkout(answer))
    const [order] = await shop.db.orm.select().from(orders)
    await offers(shop, [choice('Chain length', '20 in', 9900)])
    const lines = await linesOfOrder(shop.db.orm, order?.id ?? '')
    expect(lines.map(({ options }) => options)).toEqual([
      [long, matte],
      [short, matte],
    ])
    const payable = await payableOrder(shop.db, order?.id ?? '')
    expect(payable.lines[0]?.options).toEqual([long, matte])
    expect(payable.total).toBe(
      payable.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
    )
    expect(await checkRecords(shop)).toBe('done')
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
  })

  it('stand wherever their order is read [OPTION-06]', async () => {
    const { shop } = await shopWithOptions()
    const { id, token } = await pendingOrder(shop, [longer, shorter])
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    const page = await orderPage(shop, token)
    expect(page?.summary.lines.map(({ options }) => options)).toEqual([
      [long, matte],
      [short, matte],
    ])
    const refundable = (await orderRefunds(shop, id)).lines
    expect(refundable[0]?.unitPrice).toBe((refundable[1]?.unitPrice ?? 0) + 7700)
    await sendEmail(shop)
    const email = (await orderEmails(shop, id)).find(({ kind }) => kind === 'order-paid-buyer')
    expect(email?.text).toMatch(/Chain length.*20 in \(\+\$25\.00, \+0\.4 g\)/)
    expect(email?.text).toMatch(/Finish.*Matte/)
    const packed = await orderToPack(shop, id)
    if (!packed) throw new Error('nothing to pack')
    const slip = await readPdf(await packingSlipsPdf([packed], { name: 'x', lines: [] }))
    expect(slip.words).toContain('Small, Chain length: 20 in, Finish: Matte')
    expect(sumsIn(slip.words)).toEqual([])
    const picks = await readPdf(await pickListPdf([packed], 'today'))
    expect(picks.words.match(/Fir Cone/g)).toHaveLength(2)
    expect(picks.words).toMatch(/Chain length: 20 in\s+Finish: Matte/)
    for (const file of ['receipt.pdf', 'statement-of-value.pdf']) {
      const found = await documentForStaff(shop, { id, file })
      const { words } = await readPdf((found as { pdf: Uint8Array }).pdf)
      expect(words).toContain('Chain length: 20 in (+$25.00, +0.4 g)')
    }
  })

  it('are on the certificate of their piece, as they were chosen [OPTION-06]', async () => {
    const { shop, goldBecomes } = await shopWithOptions()
    // An order of $5,000.00 would wait for a review.
    await goldBecomes('90')
    const order = await pendingOrder(shop, [{ ...longer, quantity: 1 }, shorter])
    await applyPaymentEvent(shop, payment(order))
    await onRecord(shop, order.id)
    await onRecord(shop, order.id, { line: 1 })
    await recordShipment(shop, { ...(await seenByStaff(shop, order)), tracking: 'T-1' })
    expect(await issueCertificates(shop, order.id)).toBe(0)
    const [one, other] = await storedCertificates(shop, order.id)
    expect(one?.said.product.options).toEqual(['Chain length: 20 in', 'Finish: Matte'])
    expect(other?.said.product.options).toEqual(['Chain length: 18 in', 'Finish: Matte'])
    expect(Number(one?.said.value.fee) - Number(other?.said.value.fee)).toBe(25)
  })

  it('that are gone, unknown, doubled or missing are refused, and the answer says what is offered [OPTION-04]', async () => {
    const { shop } = await shopWithOptions()
    const asks = (options?: { name: string; choice: string }[]) =>
      refusal(quoteCart(shop, [shorter, { ...small, ...(options && { options }) }]))
    for (const [options, why] of [
      [undefined, 'please choose “Chain length.”'],
      [[], 'please choose “Chain length.”'],
      [chosen(long), 'please choose “Finish.”'],
      [[...chosen(long, matte), ...chosen(short)], 'please choose “Chain length” only once.'],
      [
        [...chosen(long), { name: 'Finish', choice: 'Gilt' }],
        '“Finish: Gilt” is no longer offered. Please choose again.',
      ],
      [
        [...chosen(long, matte), { name: 'Gold Size', choice: 'Large' }],
        '“Gold Size: Large” is no longer offered.',
      ],
      [[{ name: '__proto__', choice: 'x' }], 'is no longer offered.'],
    ] as const) {
      const refused = await asks(options as { name: string; choice: string }[] | undefined)
      expect(refused).toMatchObject({ status: 422, code: 'options_refused' })
      expect(refused.message).toContain(why)
      expect(readChooseAgain(refused.details.choose)).toEqual([
        {
          line: 1,
          offered: offered.map(({ name, choice }) => ({
            ...{ name, choice, words: choice === '20 in' ? '20 in (+$25.00, +0.4 g)' : choice },
          })),
        },
      ])
    }
    // A piece that is no longer sold is dropped as ever, whatever was chosen.
    await changeProducts(shop, { active: false }, eq(products.id, '7'))
    expect((await quoteCart(shop, [{ ...small, options: chosen(matte) }])).lines).toEqual([])
  })

  it('taken away between quote and checkout are sold to nobody; a fee that changed follows the lock [OPTION-04]', async () => {
    const { shop } = await shopWithOptions()
    const answer = await quoteCart(shop, [longer])
    const place = () => placeOrder(shop, checkout(answer))
    await offers(shop, [short, matte])
    expect(await refusal(place())).toMatchObject({ status: 422, code: 'options_refused' })
    // It weighs something else now: the buyer is asked again.
    await offers(shop, [short, { ...long, mg: 500 }, matte])
    expect(await refusal(place())).toMatchObject({ status: 409, code: 'quote_expired' })
    expect(await shop.db.orm.$count(orders)).toBe(0)
    for (const [price, charged] of [
      [9900, 2500],
      [1000, 1000],
    ] as const) {
      await offers(shop, offered)
      const quoted = await quoteCart(shop, [longer])
      await offers(shop, [short, { ...long, price: cents(price) }, matte])
      const { url } = await placeOrder(shop, checkout(quoted))
      const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
      const [line] = await linesOfOrder(shop.db.orm, order?.id ?? '')
      expect(line?.options[0]?.price).toBe(charged)
      expect((line?.unitPriceCents ?? 0) - (line?.metalValueCents ?? 0)).toBe(line?.feeCents)
    }
  })

  it('make two carts two orders, though all else in them is alike [OPTION-05]', async () => {
    const { shop, pass } = await shopWithOptions()
    const first = await quoteCart(shop, [longer])
    const { url } = await placeOrder(shop, checkout(first))
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    const again = async (...options: OptionChoice[]) => {
      const answer = await quoteCart(shop, [{ ...longer, options: chosen(...options) }])
      return placeOrder(shop, { ...checkout(answer), replaces: quoteId(first.quote) })
    }
    pass(1)
    expect((await again(matte, long)).url).toContain(`/order/${order.token}`)
    expect((await again(short, matte)).url).toContain('/test-payment/')
  })

  it('are sold by staff, those left out as the price includes them [OPTION-09]', async () => {
    const { shop } = await shopWithOptions()
    const bought = await pendingOrder(shop, [longer])
    const [known] = await linesOfOrder(shop.db.orm, bought.id)
    const piece = { 'line-0-piece': `${known?.name}, Small`, 'line-0-grams': '', 'line-0-fee': '' }
    const sold = async (options: string) => {
      const asked = { ...piece, 'line-0-options': options }
      return (await linesOfOrder(shop.db.orm, (await madeOrder(shop, asked)).id))[0]
    }
    expect(await sold('Chain length: 20 in | Finish: Matte')).toMatchObject({
      options: [long, matte],
      unitPriceCents: known?.unitPriceCents,
    })
    expect((await sold('Finish: Matte'))?.options).toEqual([short, matte])
    const fieldOf = async (more: Record<string, string>) => {
      const form = draftOrderForm.safeParse(await submittedOrder(shop, { ...piece, ...more }))
      if (!form.success) return form.error.issues.map(({ path, message }) => [path[0], message])
      return (await refusal(priceDraftOrder(shop, form.data))).details?.errors
    }
    expect(await fieldOf({ 'line-0-options': 'Finish: Gilt' })).toEqual({
      'line-0-options': expect.stringContaining('“Finish: Gilt” is no longer offered.'),
    })
    expect(await fieldOf({ 'line-0-options': 'matte' })).toEqual([
      ['line-0-options', expect.stringContaining('Please enter options like')],
    ])
    const free = { 'line-0-piece': 'A cup', 'line-0-grams': '10', 'line-0-fee': '0' }
    expect(await fieldOf({ ...free, 'line-0-options': 'Finish: Matte' })).toEqual({
      'line-0-options': expect.stringContaining('Only pieces in the catalog have options.'),
    })
    expect(await orderAgain(shop, bought.id)).toMatchObject({
      ...piece,
      'line-0-options': 'Chain length: 20 in | Finish: Matte',
    })
  })
})
