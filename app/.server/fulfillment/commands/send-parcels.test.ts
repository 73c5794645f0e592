import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { ordersToPack, orderToPack } from '../queries/orders-to-pack.ts'
import { changeStep } from './change-work-status.ts'
import { correctTracking, recordShipment } from './record-shipment.ts'

const bob = 'bob@example.com'
const ups = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
const usps = { carrier: 'usps', tracking: '9400111201080805483016' } as const

/** Two of one line and one of another. */
async function orderOfThree(shop: AppContext) {
  // None is held for its value.
  await shop.db.orm.execute(sql`insert into risk_settings values ('current', 0, false, 0, now())
    on conflict do nothing`)
  const order = await pendingOrder(shop, [
    { productId: '7', size: 'Small', quantity: 2 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(shop, payment(order))
  return (await storedOrder(shop, order.id)).order
}

const todo = async (shop: AppContext) =>
  (await ordersPage(shop, { q: '', filter: 'todo', page: 1 })).orders.map(({ id }) => id)

onBothDatabases('an order that is sent in parcels', (open) => {
  it('stays to be done until the last piece has left, and its buyer is told of each parcel [PARCEL-01, PARCEL-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id, token } = await orderOfThree(shop)
    pass(60)
    const first = {
      ...(await readyToSend(shop, { id })),
      ...{ ...ups, pieces: [{ line: 0, quantity: 1 }], insurer: 'Parcel Cover', policy: 'P-7' },
      declared: cents(3_000_00),
    }
    expect(await recordShipment(shop, first)).toBe('part')
    expect((await storedOrder(shop, id)).order).toMatchObject({
      state: 'paid',
      step: 'paid',
      tracking: 'UPS 1Z999AA10123456784',
    })
    expect(await todo(shop)).toEqual([id])
    const seen = await adminOrder(shop, id)
    expect(seen?.left).toEqual([
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ])
    await sendEmail(shop)
    pass(60)
    expect(await recordShipment(shop, { ...(await readyToSend(shop, { id }, bob)), ...usps })).toBe(
      'sent',
    )
    await sendEmail(shop)
    const { order, history, events } = await storedOrder(shop, id)
    expect(order).toMatchObject({
      state: 'fulfilled',
      step: 'sent',
      tracking: 'UPS 1Z999AA10123456784, USPS 9400111201080805483016',
    })
    expect(await todo(shop)).toEqual([])
    expect(await parcelsOfOrder(shop.db.orm, id)).toMatchObject([
      {
        ...ups,
        ...{ declared: 3_000_00, signature: true, insurer: 'Parcel Cover', policy: 'P-7' },
        ...{ sentBy: 'ann@example.com', pieces: [{ line: 0, quantity: 1 }] },
      },
      {
        ...usps,
        sentBy: bob,
        sentAt: shop.now(),
        pieces: [
          { line: 0, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
    ])
    expect(history.slice(2).map(({ why }) => why)).toEqual([
      'Recipient screened against sanctions lists. 1 of 3 pieces sent. Tracking: UPS 1Z999AA10123456784 Declared: $3,000.00. Insured by Parcel Cover, P-7.',
      'Recipient screened against sanctions lists. 2 of 3 pieces sent. Tracking: USPS 9400111201080805483016',
    ])
    expect(events.map(({ action, facts }) => [action, facts])).toEqual([
      ['order.fulfilled', expect.objectContaining({ pieces: 1, ordered: 3 })],
      ['order.fulfilled', expect.objectContaining({ pieces: 2, ordered: 3 })],
    ])
    const emails = (await orderEmails(shop, id))
      .filter(({ kind }) => kind === 'order-fulfilled-buyer')
      .map(({ subject, text }) => [subject ?? '', text ?? ''] as const)
      .toSorted(([one], [other]) => one.localeCompare(other))
    expect(emails).toHaveLength(2)
    const [[subject, text] = ['', ''], [lastSubject, last] = ['', '']] = emails
    expect(subject).toContain(`Part of order ${order.number} is on its way`)
    expect(text).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    expect(text).toContain('The carrier will ask for a signature on delivery.')
    expect(text).toMatch(/1 × .+, Small/)
    expect(text).not.toContain('9400111201080805483016')
    expect(lastSubject).toContain(`The rest of order ${order.number} is on its way`)
    expect(last).toContain('The last package of order')
    expect(last).toContain('tLabels=9400111201080805483016')
    expect((await orderPage(shop, token))?.parcels).toMatchObject([
      { href: expect.stringContaining('ups.com'), pieces: [expect.stringMatching(/^1 × /)] },
      { href: expect.stringContaining('usps.com'), pieces: [expect.anything(), expect.anything()] },
    ])
  })

  it('asks for a signature above $500, unless staff choose otherwise [PARCEL-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await orderOfThree(shop)
    const send = async (line: number, more: { declared?: never; signature?: boolean } | object) => {
      const pieces = [{ line, quantity: 1 }]
      const tracking = `by hand ${line} ${Object.keys(more)}`
      await recordShipment(shop, {
        ...(await readyToSend(shop, { id })),
        tracking,
        pieces,
        ...more,
      })
      return (await parcelsOfOrder(shop.db.orm, id)).at(-1)
    }
    expect(await send(0, { declared: cents(500_00) })).toMatchObject({ signature: false })
    expect(await send(0, { declared: cents(500_01) })).toMatchObject({ signature: true })
    // Left out, the value is that of the pieces.
    expect(await send(1, { signature: false })).toMatchObject({ signature: false })
    expect((await parcelsOfOrder(shop.db.orm, id)).at(-1)?.declared).toBeGreaterThan(500_00)
  })

  it('is refused in a sentence with more pieces than are left, with none, or twice under one number [PARCEL-02, PARCEL-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await orderOfThree(shop)
    const send = async (pieces: { line: number; quantity: number }[], how: object = ups) =>
      refusal(
        recordShipment(shop, {
          ...(await readyToSend(shop, { id })),
          ...{ tracking: 'x', pieces, ...how },
        }),
      )
    expect((await send([{ line: 0, quantity: 3 }])).message).toMatch(
      /^This package has 3 of .+, but only 2 are left to ship\. Nothing was changed\.$/,
    )
    expect((await send([])).message).toMatch(/^This package has no pieces in it/)
    expect((await send([{ line: 9, quantity: 1 }])).status).toBe(409)
    await recordShipment(shop, {
      ...(await readyToSend(shop, { id })),
      ...{ ...ups, pieces: [{ line: 0, quantity: 2 }] },
    })
    expect((await send([{ line: 0, quantity: 1 }], usps)).message).toMatch(/^Nothing of /)
    expect((await send([{ line: 1, quantity: 1 }])).code).toBe('tracking_used')
    expect(await parcelsOfOrder(shop.db.orm, id)).toHaveLength(1)
    // What is said to be the last parcel ends it, whatever is left.
    const other = await orderOfThree(shop)
    const sent = await recordShipment(shop, {
      ...(await readyToSend(shop, other)),
      ...{ tracking: 'by hand', pieces: [{ line: 0, quantity: 1 }], isLast: true },
    })
    expect([sent, (await storedOrder(shop, other.id)).order.state]).toEqual(['sent', 'fulfilled'])
  })

  it('by two people at once leaves one parcel, and the second is told [PARCEL-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await orderOfThree(shop)
    const seen = { ...(await readyToSend(shop, { id })), pieces: [{ line: 0, quantity: 1 }] }
    const both = await Promise.allSettled([
      recordShipment(shop, { ...seen, ...ups }),
      recordShipment(shop, { ...seen, by: bob, ...usps }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'order_changed', status: 409 })
    expect(await parcelsOfOrder(shop.db.orm, id)).toHaveLength(1)
    // Pressed twice by the same person, it is one parcel too.
    const [{ sentBy = '' } = {}] = await parcelsOfOrder(shop.db.orm, id)
    await recordShipment(shop, { ...seen, by: sentBy, ...(sentBy === bob ? usps : ups) })
    expect(await parcelsOfOrder(shop.db.orm, id)).toHaveLength(1)
  })

  it('is refused where it is canceled, held, or has the number of another address [PARCEL-02, PARCEL-03, HOLD-01]', async () => {
    const { shop } = await sellingShop(await open())
    const send = async (order: { id: string }, how: { carrier: 'ups'; tracking: string } = ups) =>
      recordShipment(shop, { ...(await readyToSend(shop, order)), ...how })
    const canceled = await pendingOrder(shop)
    const reason = 'Asked to by telephone.'
    await staffCancelOrder(shop, { ...(await seenByStaff(shop, canceled)), reason })
    expect((await refusal(send(canceled))).message).toMatch(/^This order was canceled/)
    expect((await refusal(send(await heldOrder(shop)))).status).toBe(409)
    const disputed = await paidOrder(shop)
    await shop.db.orm.execute(sql`insert into order_holds (order_id, kind, object, reason, opened_at)
      values (${disputed.id}, 'dispute', 'dp', 'Wait.', now())`)
    expect((await refusal(send(disputed))).message).toBe('Wait. Nothing was changed.')
    const first = await paidOrder(shop)
    await send(first)
    const second = await paidOrder(shop)
    // To the same address it may be one parcel for both.
    await shop.db.orm
      .update(orders)
      .set({ shippingAddress: sql`shipping_address || '{"line1": "7 Other Street"}'` })
    await shop.db.orm.execute(
      sql`update orders set shipping_address = '{"line1": "8 Street"}' where id = ${second.id}`,
    )
    expect((await refusal(send(second))).message).toBe(
      `This tracking number belongs to order ${first.number}, which ships to another address. Nothing was changed.`,
    )
    const third = await paidOrder(shop)
    await shop.db.orm.execute(
      sql`update orders set shipping_address = (select shipping_address from orders where id = ${first.id}) where id = ${third.id}`,
    )
    await send(third)
    expect((await storedOrder(shop, third.id)).order.state).toBe('fulfilled')
  })

  it('has the tracking of one parcel corrected, and the other stays [PARCEL-01, MAIL-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await orderOfThree(shop)
    const pieces = [{ line: 0, quantity: 2 }]
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), ...ups, pieces })
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), ...usps })
    const [, second] = await parcelsOfOrder(shop.db.orm, id)
    const fedex = { carrier: 'fedex', tracking: '986578788855' } as const
    const correct = async (parcel: number) =>
      correctTracking(shop, { ...(await seenByStaff(shop, { id })), parcel, ...fedex, mail: true })
    await correct(second?.id ?? 0)
    expect((await storedOrder(shop, id)).order.tracking).toBe(
      'UPS 1Z999AA10123456784, FedEx 986578788855',
    )
    await sendEmail(shop)
    const email = (await orderEmails(shop, id)).find(({ kind }) => kind === 'order-tracking-buyer')
    expect(email?.text).toContain('https://www.fedex.com/fedextrack/?trknbr=986578788855')
    expect(email?.text).not.toContain('1Z999AA10123456784')
    expect((await refusal(correct(9_999))).status).toBe(404)
  })
})

onBothDatabases('the database', (open) => {
  it('keeps no more pieces in parcels than were ordered, and a parcel as it left [PARCEL-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await orderOfThree(shop)
    await recordShipment(shop, {
      ...(await readyToSend(shop, { id })),
      ...{ ...ups, pieces: [{ line: 0, quantity: 2 }] },
    })
    const run = (statement: ReturnType<typeof sql>) => shop.db.orm.execute(statement)
    const parcel = sql`(select min(id) from parcels where order_id = ${id})`
    await expect(
      run(
        sql`insert into parcel_lines select min(id), order_id, 1, 2 from parcels group by order_id`,
      ),
    ).rejects.toThrow()
    await expect(
      run(sql`update parcels set declared_cents = 1 where id = ${parcel}`),
    ).rejects.toThrow()
    await expect(run(sql`delete from parcel_lines`)).rejects.toThrow()
    await run(sql`update parcels set carrier = 'other', tracking = 'by hand' where id = ${parcel}`)
    expect((await storedOrder(shop, id)).order.tracking).toBe('by hand')
  })
})

onBothDatabases('what is packed', (open) => {
  it('is what is ready and nothing keeps here, less what was sent; what is picked also what is to be made [PARCEL-06, PARCEL-12]', async () => {
    const { shop } = await sellingShop(await open())
    const [paid, ready, held] = [
      await paidOrder(shop),
      await orderOfThree(shop),
      await paidOrder(shop),
    ]
    for (const { id } of [ready, held]) {
      await changeStep(shop, { ...(await seenByStaff(shop, { id })), to: 'ready' })
    }
    await shop.db.orm.execute(sql`insert into order_holds (order_id, kind, object, reason, opened_at)
      values (${held.id}, 'review', '', 'Wait.', now())`)
    await recordShipment(shop, {
      ...(await readyToSend(shop, ready)),
      ...{ ...ups, pieces: [{ line: 0, quantity: 1 }] },
    })
    expect(await ordersToPack(shop)).toMatchObject({
      orders: [{ number: ready.number, pieces: [{ quantity: 1 }, { quantity: 1 }] }],
      isCut: false,
    })
    const picked = async (of: 'todo' | 'paid' | 'making') =>
      (await ordersToPack(shop, of)).orders.map(({ number }) => number).toSorted()
    expect(await picked('todo')).toEqual([paid.number, ready.number].toSorted())
    expect(await picked('paid')).toEqual([paid.number])
    expect(await picked('making')).toEqual([])
    expect(await orderToPack(shop, paid.id)).toMatchObject({
      number: paid.number,
      shipTo: ['Ada Buyer', '1000 Example Street', 'Seattle, WA 98101'],
    })
    expect(await orderToPack(shop, 'nobody')).toBeNull()
    const unpaid = await pendingOrder(shop)
    expect(await refusal(orderToPack(shop, unpaid.id))).toMatchObject({
      ...{ status: 409, code: 'nothing_to_pack' },
      message: 'This order isn’t paid yet. You can print its packing slip once it is.',
    })
    await recordShipment(shop, { ...(await readyToSend(shop, paid)), tracking: 'by hand' })
    expect((await adminOrder(shop, paid.id))?.nextToPack).toEqual({
      id: ready.id,
      number: ready.number,
    })
  })
})
