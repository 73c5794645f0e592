import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { orderCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { shopDay, workOn } from '#app/.server/orders/queries/orders-to-do.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { statedFor, submittedOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { createDraftOrder } from './create-draft-order.ts'

const by = 'ann@example.com'
const street = { line1: '1 Street', city: 'Seattle', state: 'WA', postalCode: '98101' }
const walkIn = { email: '', paid: 'cash', handOver: 'auto' }
const scale = { 'scale-0-1': '10.00', 'serial-0-1': 'FN-000777' }

async function sells(shop: AppContext, more: Record<string, string> = {}, weights = scale) {
  const wish = draftOrderForm.parse(await submittedOrder(shop, { ...walkIn, ...more }))
  const stated = await statedFor(shop, wish)
  const weighing = { scale: weights, role: 'owner' as const }
  const { id } = await createDraftOrder(shop, { wish, by, stated, weighing })
  return storedOrder(shop, id)
}

const lateOrders = async (shop: AppContext) =>
  (await workOn(shop.db.orm, shopDay(shop.now()))).test.late

onBothDatabases('a sale over the counter', (open) => {
  it('is handed over as part of it: weighed, certified, on no list of what is to be sent, and never late [SALE-27]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { order, history, events } = await sells(shop)
    expect(order).toMatchObject({ state: 'fulfilled', step: 'delivered', shipBy: null })
    const told = history.map(({ why }) => why)
    expect(told.at(-1)).toBe('Handed over in person, as part of the sale.')
    expect(told.join('\n')).toContain('(FN-000777) weighs 10.00 g, which is the listed weight.')
    const actions = events.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['order.weighed', 'order.fulfilled']))
    const parcels = await parcelsOfOrder(shop.db.orm, order.id)
    expect(parcels).toMatchObject([
      { tracking: 'Handed over in person', deliveredBy: by, pieces: [{ line: 0, quantity: 1 }] },
    ])
    // What the metal ledger takes off the gold, and what the certificate names.
    expect(await weighedItemsOf(shop.db.orm, order.id)).toMatchObject([
      { serial: 'FN-000777', actual: 10_000, verdict: 'as sold', parcelId: parcels[0]?.id },
    ])
    expect(await orderCertificates(shop, order.id)).toMatchObject({
      list: [{ serial: 'FN-000777', state: 'valid' }],
    })
    pass(60 * 24 * 60)
    expect(await lateOrders(shop)).toBe(0)
    expect(await orderFindings(shop.db.orm)).toEqual([])
    const receipt = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    expect((await readPdf(receipt?.pdf ?? Buffer.alloc(0))).words).toContain('Received in cash')
  })

  it('tells its buyer that it was handed over, and promises no parcel; a name without a street is no address [SALE-27]', async () => {
    const { shop } = await sellingShop(await open())
    const confirmation = async (id: string) => {
      await sendEmail(shop)
      const emails = await orderEmails(shop, id)
      return emails.find(({ kind }) => kind === 'order-paid-buyer')?.text ?? ''
    }
    const { order } = await sells(shop, { email: 'ada@example.com' })
    const text = await confirmation(order.id)
    expect(text).toContain('The order was handed over in person.')
    expect(text).toContain('Shipping time: none, you took it with you')
    expect(text).not.toContain('Shipping to')
    const later = await sells(shop, { email: 'ada@example.com', handOver: 'later' })
    expect(later.order).toMatchObject({ state: 'paid', shipBy: expect.stringMatching(/^2026-/) })
    expect(await confirmation(later.order.id)).not.toMatch(/Shipping to|handed over/)
  })

  it('is decided by address and choice, and is read back before it is made [SALE-27]', async () => {
    const { shop } = await sellingShop(await open())
    const stateOf = async (more: Record<string, string>, weights = scale) =>
      (await sells(shop, more, weights)).order.state
    expect(await stateOf({ ...street })).toBe('paid')
    expect(await stateOf({ ...street, handOver: 'now' })).toBe('fulfilled')
    expect(await stateOf({ paid: '' })).toBe('pending')
    expect(await stateOf({ custom: 'yes', deposit: '40%' })).toBe('pending')
    const refused = async (more: Record<string, string>) =>
      (await refusal(sells(shop, { handOver: 'now', ...more }))).details.errors
    expect(await refused({ paid: '' })).toEqual({
      handOver: 'Only pieces paid for now can be handed over now. Choose how they were paid for.',
    })
    expect(await refused({ custom: 'yes', deposit: '40%' })).toHaveProperty('handOver')
    expect(await refused({ 'line-0-quantity': '41' })).toHaveProperty('handOver')
    const before = await shop.db.orm.$count(orders)
    const shown = await renderAdminPage(shop, newScreen, {
      form: { ...(await submittedOrder(shop, walkIn)), action: 'price' },
    })
    expect(shown.words).toContain(
      'Customer is taking it now Weigh each piece to complete the order.',
    )
    expect(shown.html).toContain('name="statedHandOver" value="yes"')
    const wish = draftOrderForm.parse(await submittedOrder(shop, walkIn))
    const stated = { ...(await statedFor(shop, wish)), isHandedOver: false }
    const other = await refusal(createDraftOrder(shop, { wish, by, stated }))
    expect(other.code).toBe('shown_changed')
    expect(await shop.db.orm.$count(orders)).toBe(before)
  })

  it('is refused as a whole where a piece was not weighed, or may not leave, with all that was typed [SALE-27, SALE-30, WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const other = await paidOrder(shop)
    await readyToSend(shop, other)
    const [taken] = await weighedItemsOf(shop.db.orm, other.id)
    const input = await submittedOrder(shop, walkIn)
    const make = (weights: Record<string, string>) =>
      renderAdminPage(shop, newScreen, {
        form: {
          ...{ ...input, ...weights, action: 'make', stated: '155000' },
          ...{ statedReceived: '155000 cash Ada Buyer', statedHandOver: 'yes' },
        },
      })
    const before = await shop.db.orm.$count(orders)
    for (const [weights, message] of [
      [{}, 'Please enter the grams shown on the scale,'],
      [{ ...scale, 'scale-0-1': '10,00' }, 'Please enter the grams shown on the scale,'],
      [
        { ...scale, 'scale-0-1': '9.00' },
        '1.00 g below the priced weight. It can’t be sold at this price',
      ],
      [
        { ...scale, 'scale-0-1': '9.80' },
        '0.20 g below the priced weight. It can’t be sold at this price',
      ],
      [{ ...scale, 'serial-0-1': taken?.serial ?? '' }, 'is the serial number of another piece.'],
    ] as const) {
      const { words, html } = await make(weights)
      expect(words).toContain(message)
      expect(words).toContain('The order wasn’t created.')
      for (const text of Object.values(weights)) expect(html).toContain(`value="${text}"`)
      expect(await shop.db.orm.$count(orders)).toBe(before)
    }
    // Where another field is wrong, and where a line is added, they wait for the price to be shown again.
    for (const more of [{ action: 'make', email: 'ada@' }, { action: 'more' }]) {
      const form = { ...input, ...scale, 'scale-0-1': '9.87', ...more }
      const { html } = await renderAdminPage(shop, newScreen, { form })
      expect(html).toContain('type="hidden" name="scale-0-1" value="9.87"')
      expect(html).toContain('type="hidden" name="serial-0-1" value="FN-000777"')
    }
    await expect(make(scale)).rejects.toThrow('redirects')
    expect(await shop.db.orm.$count(orders)).toBe(before + 1)
  })
})
