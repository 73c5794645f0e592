import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { readConfig } from '#app/.server/config.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { orderEvidence } from '#app/.server/risk/queries/evidence-page.ts'
import { monthOf, taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { correctBuyerForm, correctContactForm } from '#app/contracts/orders/buyer.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { openEasyPostServer } from '#tests/support/easypost-server.ts'
import {
  buyerAddress,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { placed, stripeShop } from '#tests/support/stripe-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { easyPost } from '../gateway/easypost.ts'
import { buyLabel } from './buy-label.ts'
import { correctBuyer } from './correct-buyer.ts'
import { correctContact } from './correct-contact.ts'
import { recordShipment } from './record-shipment.ts'
import { requestRates } from './request-rates.ts'

const moved = { ...buyerAddress, line1: '9 Elm Street', postalCode: '98102' }
const email = 'ada@example.com'
const box = { length: 80, width: 60, height: 40, weight: 125 }

async function correct(shop: AppContext, order: Pick<PlacedOrder, 'id'>, address = moved) {
  const { sanctions: _, ...seen } = await seenByStaff(shop, order)
  return correctBuyer(shop, { ...seen, email, address })
}

onBothDatabases('the buyer of an order', (open) => {
  it('is corrected after it was shipped, and where it went and its tax stay [ADDR-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const contact = async (address: typeof moved | null, to: string | null) => {
      const { sanctions: _, ...seen } = await seenByStaff(shop, order)
      return correctContact(shop, { ...seen, email: to, address })
    }
    expect((await refusal(contact(moved, email))).code).toBe('order_moved')
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'by a courier' })
    expect(await contact(buyerAddress, email)).toEqual(['Nothing is different.'])
    const corrected = { ...moved, name: 'Ada B. Buyer', phone: '(206) 555-0177' }
    expect(await contact(corrected, email)).toEqual(['The address it shipped to doesn’t change.'])
    const { order: now, history, events } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ shippingAddress: buyerAddress, billingAddress: corrected })
    expect(history.at(-1)?.why).toBe(
      'The buyer’s contact details were corrected: name, street, ZIP code and phone. The address it shipped to doesn’t change.',
    )
    expect(events.at(-1)).toMatchObject({ action: 'order.buyer_corrected' })
    const receipt = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    const { words } = await readPdf(receipt?.pdf ?? new Uint8Array())
    expect(words).toContain('Ada B. Buyer')
    expect(words).toContain('9 Elm Street')
    expect((await orderEvidence(shop, order.id, 'ann@example.com'))?.order).toMatchObject({
      shippingAddress: { line1: '1000 Example Street' },
    })
    const found = await ordersPage(shop, { q: '206 555 0177', filter: 'all', page: 1 })
    expect(found.orders.map(({ id }) => id)).toEqual([order.id])
    expect((await exportBuyer(shop, email)).orders).toMatchObject([
      { billingAddress: { line1: '9 Elm Street' } },
    ])
    // Its link is replaced with the email address, as before it was sent [PRIVACY-10].
    expect(await contact(corrected, 'ada.b@example.com')).toEqual([
      expect.stringContaining('The order has a new link'),
    ])
    expect(await orderPage(shop, order.token)).toBeNull()
    // Nothing entered: it is the address it was shipped to again.
    await contact(null, 'ada.b@example.com')
    const after = await adminOrder(shop, order.id)
    expect(after).toMatchObject({ billingAddress: null, mayCorrectContact: true })
    expect(after?.earlierAddresses.map(({ billingAddress }) => billingAddress?.name)).toEqual([
      undefined,
      'Ada B. Buyer',
      'Ada B. Buyer',
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of a sale handed over without address or email is entered later, for receipt and Form 8300 [ADDR-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { email: '', name: '' })
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...({ kind: 'check', reference: '7' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    })
    await recordShipment(shop, { ...(await readyToSend(shop, order)), ...handedOver })
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    expect(await correctContact(shop, { ...seen, email, address: moved })).toEqual([])
    const { order: now } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ email, shippingAddress: null, billingAddress: moved })
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, order.id))
    expect(emails.map(({ kind }) => kind)).toContain('order-paid-buyer')
  })

  it('is entered and corrected until it is sent; history and log name the parts alone [ADDR-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    expect((await refusal(correct(shop, order))).code).toBe('order_moved')
    await applyPaymentEvent(shop, payment(order, { address: null, email: null }))
    expect(await correct(shop, order, buyerAddress)).toEqual([])
    expect(await correct(shop, order, buyerAddress)).toEqual(['Nothing is different.'])
    expect(await correct(shop, order)).toEqual([])
    const { order: now, history, events } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ email, shippingAddress: moved })
    expect(history.slice(-2).map(({ why, by, actor }) => [why, by, actor])).toEqual([
      [
        'The buyer’s information was entered: name, street, city, state, ZIP code and email.',
        'ann@example.com',
        'staff',
      ],
      ['The buyer’s information was corrected: street and ZIP code.', 'ann@example.com', 'staff'],
    ])
    expect(events.slice(-1)).toMatchObject([
      {
        action: 'order.buyer_corrected',
        facts: { number: order.number, changed: ['street', 'ZIP code'] },
      },
    ])
    expect(JSON.stringify([history, events])).not.toMatch(/Elm|Example Street|98102/)
    expect(await adminOrder(shop, order.id)).toMatchObject({
      mayCorrectBuyer: true,
      earlierAddresses: [
        { shippingAddress: null, email: null, by: 'ann@example.com', isTaxed: false },
        { shippingAddress: buyerAddress, email, changed: ['street', 'ZIP code'] },
      ],
    })
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    const stale = { ...seen, revision: seen.revision - 1, by: 'bob@example.com' }
    const refused = await refusal(correctBuyer(shop, { ...stale, email, address: buyerAddress }))
    expect(refused).toMatchObject({ code: 'order_changed', status: 409 })
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'by a courier' })
    expect((await refusal(correct(shop, order, buyerAddress))).message).toMatch(/fulfilled|sent/)
    expect((await adminOrder(shop, order.id))?.mayCorrectBuyer).toBe(false)
  })

  it('is mailed the confirmation once, where the email address comes after the payment [ADDR-04, MAIL-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { email: '' })
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...({ kind: 'check', reference: '7' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    })
    const emails = async () =>
      (await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, order.id)))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('order-paid'))
    expect(await emails()).toEqual(['order-paid-staff'])
    await correct(shop, order, buyerAddress)
    expect((await emails()).toSorted()).toEqual(['order-paid-buyer', 'order-paid-staff'])
    await correct(shop, order)
    expect(await emails()).toHaveLength(2)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is mailed what was sent and refunded while no address was known [MAIL-09]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      updatedAt: shop.now(),
    })
    const order = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
    await applyPaymentEvent(shop, payment(order, { address: null, email: null }))
    await shop.db.orm
      .update(orders)
      .set({ shippingAddress: buyerAddress })
      .where(eq(orders.id, order.id))
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      ...{ tracking: 'by a courier', pieces: [{ line: 0, quantity: 1 }] },
    })
    await refundOrder(shop, {
      ...(await seenByStaff(shop, order)),
      ...{ key: 'a-refund-of-a-part', payment: null, stated: cents(1000) },
      wish: { of: 'sum', amount: cents(1000) },
      ...{ reason: 'A scratch.', note: '', requireFresh: async () => {} },
    })
    const toBuyer = async () =>
      (await shop.db.orm.select().from(emailOutbox))
        .map(({ kind }) => kind)
        .filter((kind) => kind.endsWith('-buyer'))
        .toSorted()
    expect(await toBuyer()).toEqual([])
    await correct(shop, order)
    const all = ['order-fulfilled-buyer', 'order-paid-buyer', 'order-refunded-buyer']
    expect(await toBuyer()).toEqual(all)
    await correct(shop, order, buyerAddress)
    expect(await toBuyer()).toEqual(all)
  })

  it('is exported with what was there before, and erased with it [ADDR-04, PRIVACY-01, PRIVACY-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await correct(shop, order)
    const exported = await exportBuyer(shop, email)
    expect(exported.orders).toMatchObject([
      {
        shippingAddress: { line1: '9 Elm Street' },
        corrected: [{ before: { email, shippingAddress: { line1: '1000 Example Street' } } }],
      },
    ])
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'by a courier' })
    pass(60 * 24 * 400)
    const actor = { type: 'admin', id: 'ann@example.com' } as const
    expect(await eraseBuyer(shop, { email, actor })).toMatchObject({ erased: [order.number] })
    const after = await adminOrder(shop, order.id)
    expect(after?.earlierAddresses).toMatchObject([
      {
        email: null,
        shippingAddress: { name: '', line1: '', state: 'WA' },
        changed: ['street', 'ZIP code'],
      },
    ])
  })

  it('says what it means for a label and for what was sent already [ADDR-05]', async () => {
    const easypost = await openEasyPostServer()
    onTestFinished(() => easypost.close())
    const config = readConfig({ GOLD_SOURCES: 'none', ...easypost.settings() })
    if (!config.labels) throw new Error('no labels')
    const labels = easyPost(config.labels, new AbortController().signal, 2000)
    const { shop, pass } = await sellingShop(await open(), { config, labels })
    const order = await paidOrder(shop)
    const by = 'ann@example.com'
    const offer = async () => {
      await requestRates(shop, {
        id: order.id,
        by,
        box,
        insured: false,
        requireDecision: async () => {},
      })
      const offered = (await adminOrder(shop, order.id))?.labels.offered
      if (!offered?.rates[0]) throw new Error('no rates')
      const { label, rates } = offered
      return { id: order.id, by, label, rate: rates[0]?.id ?? '', requireFresh: async () => {} }
    }
    const before = await offer()
    expect(await correct(shop, order, { ...moved, city: 'Tacoma' })).toEqual([])
    // Its price was for the address before.
    expect((await refusal(buyLabel(shop, before))).message).toContain('no longer available.')
    const now = await offer()
    expect([...easypost.shipments.values()].at(-1)?.request.to_address).toMatchObject({
      street1: '9 Elm Street',
      city: 'Tacoma',
    })
    easypost.behave('never', '/buy', 9)
    expect((await refusal(buyLabel(shop, now))).code).toBe('label_not_known')
    expect((await refusal(correct(shop, order))).message).toContain('A label is being bought')
    easypost.behave(null)
    pass(2)
    await buyLabel(shop, now)
    expect(await correct(shop, order)).toEqual([
      'The label you bought shows the old address. Void it and buy another.',
    ])
  })

  it('without a name or city is refused by its gap when a label is asked for [ADDR-06]', async () => {
    const easypost = await openEasyPostServer()
    onTestFinished(() => easypost.close())
    const config = readConfig({ GOLD_SOURCES: 'none', ...easypost.settings() })
    if (!config.labels) throw new Error('no labels')
    const labels = easyPost(config.labels, new AbortController().signal, 2000)
    const { shop } = await sellingShop(await open(), { config, labels })
    const order = await pendingOrder(shop)
    const address = { ...buyerAddress, name: '', city: '' }
    await applyPaymentEvent(shop, payment(order, { address }))
    const asked = {
      ...{ id: order.id, by: 'ann@example.com', box, insured: false },
      requireDecision: async () => {},
    }
    expect((await refusal(requestRates(shop, asked))).message).toBe(
      'The address of this order has no name and city. Correct it first. Nothing was changed.',
    )
    expect(easypost.calls).toEqual([])
  })

  it('says whose address the sales tax was computed by, where the report and the papers leave it; a ZIP code of another state is doubted [ADDR-05, ADDR-08, TAX-10]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop, { states: ['WA', 'CA'] })
    const [taxed, untaxed] = [await placed(shop), await placed(shop)]
    await tell(stripe.pay(taxed.session))
    await tell(stripe.pay(untaxed.session, { state: 'OR' }))
    const report = async () => {
      const month = monthOf(shop.now())
      const { states } = await taxReport(shop, { month, livemode: false })
      return states.map(({ state, charged }) => [state, charged > 0])
    }
    const before = await report()
    expect(before).toEqual([
      ['OR', false],
      ['WA', true],
    ])
    const oregon = { ...moved, state: 'OR' }
    expect(await correct(shop, taxed, oregon)).toEqual([
      expect.stringMatching(/^The sales tax of \$[\d.]+ was calculated for the old address/),
    ])
    expect(await report()).toEqual(before)
    // The ZIP code is still Washington’s.
    const path = '/admin/dashboard/orders/:id'
    const screen = { path, address: path.replace(':id', taxed.id) }
    const { words } = await renderAdminPage(shop, orderScreen, screen)
    expect(words).toContain('but the address says Oregon. Ask the buyer before you ship.')
    const after = await adminOrder(shop, taxed.id)
    expect(after?.earlierAddresses).toMatchObject([{ isTaxed: true }])
    expect(after?.summary.tax).toMatchObject({ state: 'WA' })
    // Where the shop is registered now and nothing was charged, somebody looks.
    await correct(shop, untaxed, { ...moved, state: 'CA' })
    expect(await holdsOfOrder(shop.db.orm, untaxed.id)).toMatchObject([{ kind: 'sales tax' }])
    expect(await holdsOfOrder(shop.db.orm, taxed.id)).toEqual([])
  })
})

it('has contact details that are entered whole, or a name alone, or not at all [ADDR-07]', () => {
  const none = {
    ...{ revision: '7', name: '', line1: '', line2: '', city: '', state: '', postalCode: '' },
    ...{ phone: '', email: '' },
  }
  expect(correctContactForm.parse(none)).toEqual({ revision: 7, email: null, address: null })
  expect(correctContactForm.parse({ ...none, name: 'Ada', email }).address).toMatchObject({
    name: 'Ada',
    line1: '',
  })
  const errorsOf = (more: Record<string, string>) => {
    const refused = correctContactForm.safeParse({ ...none, ...more })
    return refused.success ? [] : Object.keys(fieldErrors(refused.error)).toSorted()
  }
  expect(errorsOf({ line1: '9 Elm Street' })).toEqual(['city', 'name', 'postalCode', 'state'])
  expect(errorsOf({ phone: '(206) 555-0100' })).toEqual(['name'])
})

it('is typed as people write, and refused by its own fields in plain words [ADDR-04, ADDR-06]', () => {
  const input = {
    ...{ revision: '7', name: ' Ada  Buyer', line1: '9 Elm Street' },
    ...{ line2: '', city: 'Seattle', state: 'Washington', postalCode: '981021234' },
    ...{ phone: '(206) 555-0100', email: ' ada@example.com' },
  }
  expect(correctBuyerForm.parse(input)).toEqual({
    revision: 7,
    email,
    address: {
      ...{ name: 'Ada Buyer', line1: '9 Elm Street', line2: '', city: 'Seattle', country: 'US' },
      ...{ state: 'WA', postalCode: '98102-1234', phone: '(206) 555-0100' },
    },
  })
  const empty = { revision: '7', email: 'ada@', phone: '12' }
  const refused = correctBuyerForm.safeParse({ ...empty, name: ' ', city: 'x'.repeat(101) })
  const errors = refused.success ? {} : fieldErrors(refused.error)
  expect(errors).toMatchObject({
    name: 'Please enter a name.',
    city: 'Please use no more than 100 characters.',
    email: 'Please enter an email address, like name@example.com.',
    phone: expect.stringContaining('Please enter a phone number'),
  })
  expect(Object.values(errors).join(' ')).not.toMatch(/expected|Invalid|Too (small|big)/)
})
