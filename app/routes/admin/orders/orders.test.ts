import { beforeAll, describe, expect, it } from 'vitest'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { heldOrder, paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import * as one from './detail.tsx'
import * as list from './list.tsx'

let made: Awaited<ReturnType<typeof sellingShop>>
beforeAll(async () => {
  made = await sellingShop(await memoryDatabase())
  return () => made.shop.db.close()
})

/** With a form as the page of now sends it, unless another revision is given; all of it is weighed. */
const detail = async (id: string, form?: Record<string, string>) => {
  return renderAdminPage(made.shop, one, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    ...(form
      ? { form: { revision: `${(await readyToSend(made.shop, { id })).revision}`, ...form } }
      : {}),
  })
}

describe('the orders tab', () => {
  it('says so where there are none, and where none is found [ORDER-07]', async () => {
    const { shop } = await sellingShop(await memoryDatabase())
    expect((await renderAdminPage(shop, list)).words).toContain('There are no orders yet')
    expect((await renderAdminPage(shop, list, { address: '/admin?q=x' })).words).toContain(
      'No orders match this search.',
    )
    await shop.db.close()
  })

  it('lists, finds and counts what waits [ORDER-07]', async () => {
    const order = await paidOrder(made.shop)
    const held = await heldOrder(made.shop)
    const { words } = await renderAdminPage(made.shop, list)
    for (const each of [
      order.number,
      held.number,
      'Ada Buyer',
      'ada@example.com',
      'Needs review',
    ]) {
      expect(words).toContain(each)
    }
    const found = await renderAdminPage(made.shop, list, {
      address: `/admin?q=${order.number.toLowerCase()}`,
    })
    expect(found.words).toContain('1 order')
    expect(found.words).not.toContain(held.number)
    const filtered = await renderAdminPage(made.shop, list, { address: '/admin?show=held' })
    expect(filtered.words).toContain(held.number)
    expect(filtered.words).not.toContain(order.number)
  })
})

describe('one order', () => {
  it('shows its gift note, and says what the slip leaves out [GIFT-04, PRINT-03]', async () => {
    const warning = 'The packing slip leaves out'
    const noted = async (giftNote: string) => {
      const order = await madeOrder(made.shop, { giftNote })
      return (await detail(order.id)).words
    }
    const plain = await noted(' For Ada <3 ')
    expect(plain).toContain('Gift note For Ada &lt;3')
    expect(plain).not.toContain(warning)
    expect(await noted('For Ada 💍 愛')).not.toContain(warning)
    expect(await noted('For Ada ꦲ')).toContain(`${warning} ꦲ`)
    expect(await noted('   ')).not.toContain('Gift note')
    const tooLong = draftOrderForm.safeParse(
      await submittedOrder(made.shop, { giftNote: 'x'.repeat(303) }),
    )
    expect(tooLong.error?.issues).toMatchObject([
      { path: ['giftNote'], message: expect.stringContaining('shorten it by 3') },
    ])
  })

  it('shows how every price came about, who paid how, where it goes and what happened [ORDER-07]', async () => {
    const order = await paidOrder(made.shop)
    const { words, html } = await detail(order.id)
    for (const each of [
      order.number,
      '14.2 g × $130.00 = $1,846.00 gold + $750.00 flat fee = $2,596.00',
      'Per troy ounce $4,043.46',
      'Source set by us',
      'Mar 11, 2026, 9:00 AM PDT',
      `pay-${order.id}`,
      order.paymentSession,
      'Payment received: order updated',
      '$2,596.00 USD',
      '1000 Example Street',
      'Seattle, WA 98101',
      'History Paid',
      'payment provider (test)',
      'Checkout started. buyer',
    ]) {
      expect(words).toContain(each)
    }
    expect(html).toContain(`href="/order/${order.token}"`)
    await expect(detail('nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('offers what the table of its states allows, and nothing else [ORDER-02, ORDER-07]', async () => {
    const { shop } = made
    const buttons = async (id: string) =>
      ((await detail(id)).html.match(/<button[^>]* name="action"[^>]*>/g) ?? [])
        .map((button) => / value="([\w-]+)"/.exec(button)?.[1])
        .sort()
    const paid = await paidOrder(shop)
    expect(await buttons(paid.id)).toEqual([
      'correct-buyer',
      'delay',
      'fulfill',
      'preview',
      'weigh',
    ])
    await recordShipment(shop, { ...(await readyToSend(shop, paid)), tracking: 'x' })
    expect(await buttons(paid.id)).toEqual([
      'certificate',
      'claim-code',
      'correct',
      'correct-contact',
      'preview',
      'return-open',
    ])
    expect(await buttons((await pendingOrder(shop)).id)).toEqual(['cancel'])
    expect(await buttons((await heldOrder(shop)).id)).toEqual([
      'accept',
      'close',
      'preview',
      'preview',
    ])
    await applyPaymentEvent(shop, payment(paid, { id: 'second', reference: 'another' }))
    expect(await buttons(paid.id)).toEqual([
      'certificate',
      'claim-code',
      'correct-contact',
      'decline-preview',
      'preview',
      'preview',
      'return-open',
    ])
  })

  it('that is disputed says why it is not sent, and offers no button to send it before it is released [ORDER-10, HOLD-02, PARCEL-16]', async () => {
    const { shop } = made
    const order = await paidOrder(shop)
    const report = (type: 'dispute open' | 'dispute lost', at: number) =>
      applyPaymentEvent(shop, {
        ...payment(order, { id: `${type}-${order.id}` }),
        type,
        about: { orderId: order.id },
        reference: order.paymentReference ?? '',
        occurredAt: new Date(shop.now().getTime() + at),
      })
    await report('dispute open', 1)
    const open = await detail(order.id)
    expect(open.words).toContain('Wait until the dispute is decided before you ship anything.')
    expect(open.html).not.toContain('value="fulfill"')
    const filtered = await renderAdminPage(shop, list, { address: '/admin?show=held' })
    expect(filtered.words).toContain(order.number)
    expect(filtered.words).toContain('Disputed')
    // A person who posts it anyway, from a screen opened before, is refused.
    const refused = await detail(order.id, {
      action: 'fulfill',
      carrier: 'other',
      sanctions: 'yes',
      tracking: 'UPS 1',
    })
    expect([refused.status, (await storedOrder(shop, order.id)).order.state]).toEqual([409, 'paid'])
    await report('dispute lost', 2)
    const [, hold = ''] = /name="hold" value="(\d+)"/.exec((await detail(order.id)).html) ?? []
    const none = await detail(order.id, { action: 'release', hold, reason: ' ' })
    expect(none.answer).toMatchObject({ refused: { errors: { reason: expect.anything() } } })
    const reason = 'Paid again by bank transfer.'
    const { answer } = await detail(order.id, { action: 'release', hold, reason })
    expect(answer).toMatchObject({
      done: 'Saved with your name and reason.',
    })
    const { words, html } = await detail(order.id)
    expect(words).toContain('Dispute lost')
    expect(words).toMatch(
      /Past holds Payment disputed .+ Paid again by bank transfer. ann@example.com/,
    )
    expect(html).toContain('value="fulfill"')
  })

  it('links its tracking, and mails a corrected one where the box is ticked [MAIL-06, ORDER-11]', async () => {
    const { shop } = made
    const { id, token } = await paidOrder(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'USPS 1' })
    const [{ id: parcel = 0 } = {}] = await parcelsOfOrder(shop.db.orm, id)
    const form = { action: 'correct', parcel: `${parcel}`, tracking: 'UPS 1Z999AA10123456784' }
    const { answer } = await detail(id, { ...form, mail: 'yes' })
    expect(answer).toMatchObject({
      done: 'The tracking number was corrected, and an email to the buyer is on its way.',
    })
    const { html, words } = await detail(id)
    expect(words).toContain('To buyer: Updated tracking')
    const link = 'href="https://www.ups.com/track?tracknum=1Z999AA10123456784"'
    expect(html).toContain(link)
    expect(words).toContain('Email the corrected tracking to the buyer')
    expect((await orderPage(shop, token))?.parcels).toMatchObject([
      { tracking: 'UPS 1Z999AA10123456784' },
    ])
  })

  it('is fulfilled in the name of who is signed in, who reads what was done [ORDER-07]', async () => {
    const { id } = await paidOrder(made.shop)
    const { answer } = await detail(id, {
      action: 'fulfill',
      carrier: 'other',
      sanctions: 'yes',
      tracking: '  USPS\n 9400  ',
    })
    expect(answer).toEqual({ done: 'The order is marked as shipped.' })
    const { order, events } = await storedOrder(made.shop, id)
    expect(order).toMatchObject({ state: 'fulfilled', tracking: 'USPS 9400' })
    expect(events).toMatchObject([{ actorId: signedIn.email }])
  })

  it('is not marked as shipped before the sanctions lists were looked at [PRIVACY-04]', async () => {
    const { shop } = made
    const { id } = await paidOrder(shop)
    for (const sanctions of [undefined, '', 'no']) {
      const form = {
        action: 'fulfill',
        carrier: 'other',
        tracking: 'UPS 1',
        ...(sanctions !== undefined && { sanctions }),
      }
      const refused = await detail(id, form)
      expect(refused.status).toBe(400)
      expect(refused.words).toContain(
        'Please check the recipient against the sanctions lists first',
      )
      expect(refused.html).toContain('value="UPS 1"')
    }
    expect((await storedOrder(shop, id)).order.state).toBe('paid')
    await detail(id, { action: 'fulfill', carrier: 'other', sanctions: 'yes', tracking: 'UPS 1' })
    expect((await storedOrder(shop, id)).history.at(-1)).toMatchObject({
      toState: 'fulfilled',
      by: signedIn.email,
      at: shop.now(),
      why: 'Recipient screened against sanctions lists. Shipped. Tracking: UPS 1',
    })
  })

  it('keeps what was typed where it is refused, and says why [ORDER-07]', async () => {
    const { shop } = made
    const { id } = await paidOrder(shop)
    for (const tracking of ['', ' \t', 'x'.repeat(201)]) {
      const refused = await detail(id, {
        action: 'fulfill',
        carrier: 'other',
        sanctions: 'yes',
        tracking,
      })
      expect(refused.status).toBe(400)
      expect(refused.words).toMatch(
        /Please (enter a tracking|use no more than 200 characters for the tracking) number/,
      )
      expect(refused.html).toContain(`value="${tracking}"`)
    }
    expect((await detail(id, { action: 'melt' })).status).toBe(400)
    const seen = await readyToSend(shop, { id }, 'bob@example.com')
    await recordShipment(shop, { ...seen, tracking: 'of Bob' })
    const late = await detail(id, {
      action: 'fulfill',
      carrier: 'other',
      sanctions: 'yes',
      tracking: 'of Ann',
    })
    expect(late.status).toBe(409)
    expect(late.words).toContain('was marked as fulfilled (by bob@example.com)')
    expect(late.html).toContain('value="of Ann"')
    expect((await storedOrder(shop, id)).order.tracking).toBe('of Bob')
  })

  it('that changed since the page was loaded is left as it is, and keeps what was typed [ORDER-07]', async () => {
    const { shop } = made
    const paid = await paidOrder(shop)
    const late = await detail(paid.id, {
      action: 'fulfill',
      carrier: 'other',
      sanctions: 'yes',
      revision: '1',
      tracking: 'of Ann',
    })
    expect(late.status).toBe(409)
    expect(late.words).toContain('This order has changed since it was shown')
    expect(late.html).toContain('value="of Ann"')
    expect((await storedOrder(shop, paid.id)).order.state).toBe('paid')
  })

  it('that is held is accepted for what was paid, or settled, with a reason [ORDER-06, ORDER-07]', async () => {
    const { shop } = made
    const { id, holdReason, totalCents } = await heldOrder(shop)
    const { words } = await detail(id)
    expect(words).toContain(holdReason)
    expect(words).toContain(
      `Or accept ${formatCents(cents(totalCents - 1))} as full payment of the`,
    )
    expect((await detail(id, { action: 'accept', reason: ' ' })).words).toContain(
      'Please give a reason. It’s saved in the history.',
    )
    const { answer } = await detail(id, { action: 'accept', reason: 'Our mistake.' })
    expect(answer).toMatchObject({ done: 'The payment was accepted, and the order is paid.' })
    expect((await storedOrder(shop, id)).order).toMatchObject({ state: 'paid', holdReason: null })
  })

  it('that is pending is canceled with a reason [ORDER-07]', async () => {
    const { id } = await pendingOrder(made.shop)
    await detail(id, { action: 'cancel', reason: 'Asked to by telephone.' })
    expect((await storedOrder(made.shop, id)).order.state).toBe('cancelled')
  })
})
