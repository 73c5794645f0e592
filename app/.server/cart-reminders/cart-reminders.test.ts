import { setTimeout } from 'node:timers/promises'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { maxQuoteLines } from '#app/domain/quote/quote.ts'
import {
  abandonedCheckout,
  queuedReminders,
  reminders,
  reminderTokens,
  setReminders,
  shopWithReminders,
} from '#tests/support/cart-reminders.ts'
import { killedBeforeCommit, onBothDatabases } from '#tests/support/databases.ts'
import { payment } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { lockOrder } from '../orders/repository.ts'
import { applyPaymentEvent } from '../payments/commands/apply-payment-event.ts'
import { cancelOrder } from '../payments/commands/cancel-order.ts'
import { expireOrders } from '../payments/commands/expire-orders.ts'
import { cartReminders } from '../platform/db/cart-reminder-schema.ts'
import { rows } from '../platform/db/database.ts'
import { orders } from '../platform/db/schema.ts'
import { eraseBuyer } from '../privacy/commands/erase-buyer.ts'
import { exportBuyer } from '../privacy/queries/export-buyer.ts'
import { countReturn, endReminders } from './commands/use-link.ts'
import { perRun, reminderSlice, sendCartReminders } from './jobs/send-cart-reminders.ts'
import { remindedCart } from './queries/reminded-cart.ts'
import { reminderFigures } from './queries/reminder-figures.ts'

const day = 24 * 60

onBothDatabases('cart reminders', (open) => {
  it('one email goes out after the hours that staff set, and then no table knows the address [REMIND-02, REMIND-06, REMIND-08]', async () => {
    const { shop, pass, work, sentReminders, sent } = await shopWithReminders(await open())
    await abandonedCheckout(shop, { email: 'Ada+cart@example.com' })
    pass(day - 1)
    await work()
    expect(sent).toEqual([])
    pass(1)
    await work()
    await work()
    pass(day)
    await work()
    expect(sentReminders()).toMatchObject([
      { to: 'Ada+cart@example.com', subject: 'Test: Your cart is still here' },
    ])
    const [email] = sentReminders()
    expect(email?.text).toContain('Fir Cone (Small)')
    expect(email?.endLink).toMatch(/\/cart-reminder\/end\//)
    expect(await tablesWith(shop.db, 'ada+cart')).toEqual([])
    expect(await queuedReminders(shop)).toEqual([])
    // The same order, checked out again with the box: it had its email.
    expect(await reminders(shop)).toMatchObject([{ email: null }])
  })

  it('nothing is kept without the box, while it is off, or without a mail server, and a wrong address is refused [REMIND-01]', async () => {
    const { shop } = await shopWithReminders(await open())
    await abandonedCheckout(shop, { email: null })
    await setReminders(shop, { enabled: false })
    await abandonedCheckout(shop)
    await setReminders(shop, { enabled: true })
    const { mail } = shop
    shop.mail = null
    await abandonedCheckout(shop)
    shop.mail = mail
    expect(await reminders(shop)).toEqual([])
    const before = await shop.db.orm.$count(orders)
    for (const email of ['ada at example', '%', '"a b"@example.com']) {
      expect(await refusal(abandonedCheckout(shop, { email }))).toMatchObject({ status: 422 })
    }
    expect(await shop.db.orm.$count(orders)).toBe(before)
  })

  it('the latest checkout counts: of one browser, of one order, and of one address [REMIND-02]', async () => {
    const { shop } = await shopWithReminders(await open())
    const first = await abandonedCheckout(shop)
    const other = await abandonedCheckout(shop, { email: 'ADA@example.com' })
    expect(await reminders(shop)).toMatchObject([{ orderId: other.order.id }])
    const lines = [{ productId: '7', size: 'Large', quantity: 1 }]
    const third = await abandonedCheckout(shop, {
      email: 'ben@example.com',
      replaces: other.mark,
      lines,
    })
    expect(await reminders(shop)).toMatchObject([{ orderId: third.order.id }])
    await abandonedCheckout(shop, { email: null, replaces: third.mark })
    expect(await reminders(shop)).toEqual([])
    expect(first.order.id).not.toBe(other.order.id)
  })

  it('beyond the limits, the one that waits for the address is kept for the latest order [REMIND-06]', async () => {
    const { shop } = await shopWithReminders(await open())
    const first = await abandonedCheckout(shop)
    const [{ id, dueAt } = { id: '', dueAt: null }] = await reminders(shop)
    const limited = { mayRemind: async () => false }
    const lines = [{ productId: '7', size: 'Large', quantity: 1 }]
    const second = await abandonedCheckout(shop, { ...limited, replaces: first.mark, lines })
    expect(await reminders(shop)).toMatchObject([{ id, dueAt, orderId: second.order.id }])
    // Asked for at another address now, and no longer at this one.
    const email = 'ben@example.com'
    const third = await abandonedCheckout(shop, { ...limited, replaces: second.mark, email })
    expect(await reminders(shop)).toEqual([])
    const fourth = await abandonedCheckout(shop, { replaces: third.mark, lines })
    await abandonedCheckout(shop, { ...limited, email: null, replaces: fourth.mark })
    expect(await reminders(shop)).toEqual([])
  })

  it('one that cannot be stored stops no checkout [REMIND-06]', async () => {
    const { shop } = await shopWithReminders(await open())
    const logged = vi.spyOn(shop.log, 'error')
    await shop.db.alone(({ script }) => script('alter table cart_reminders rename to away'))
    await abandonedCheckout(shop, { reminder: 'an id' })
    await shop.db.alone(({ script }) => script('alter table away rename to cart_reminders'))
    expect(logged.mock.calls.map(([, message]) => message)).toEqual([
      'a cart reminder was not stored',
      'an order after a cart reminder was not noted',
    ])
    expect(await reminders(shop)).toEqual([])
  })

  it('goes to no one who paid, is paying, canceled, or bought by another order [REMIND-03]', async () => {
    const { shop, pass, work, sentReminders } = await shopWithReminders(await open())
    const paid = await abandonedCheckout(shop, { email: 'one@example.com' })
    await applyPaymentEvent(shop, payment(paid.order, { email: 'other@example.com' }))
    const paying = await abandonedCheckout(shop, { email: 'two@example.com' })
    await shop.db.orm
      .update(orders)
      .set({ paymentProcessingAt: shop.now() })
      .where(eq(orders.id, paying.order.id))
    const canceled = await abandonedCheckout(shop, { email: 'three@example.com' })
    await cancelOrder(shop, canceled.order.id, { actor: 'staff', by: 'Ann', why: 'Asked to.' })
    await abandonedCheckout(shop, { email: 'Four@Example.com' })
    const bought = await abandonedCheckout(shop, { email: null })
    await applyPaymentEvent(shop, payment(bought.order, { email: 'four@example.com' }))
    await abandonedCheckout(shop, { email: 'five@example.com' })
    pass(day)
    await expireOrders(shop)
    await work()
    expect(sentReminders().map(({ to }) => to)).toEqual(['five@example.com'])
    expect(await reminders(shop)).toHaveLength(1)
  })

  it('a payment of the moment between the queue and the mail server ends it, and one of the moment it is queued [REMIND-03]', async () => {
    const { shop, pass, work, sentReminders } = await shopWithReminders(await open())
    const { order } = await abandonedCheckout(shop)
    pass(day)
    await sendCartReminders(shop)
    expect(await queuedReminders(shop)).toMatchObject([{ state: 'waiting' }])
    await applyPaymentEvent(shop, payment(order))
    await sendEmail(shop)
    expect(sentReminders()).toEqual([])
    expect(await queuedReminders(shop)).toMatchObject([{ state: 'kept' }])

    for (let nth = 0; nth < 5; nth += 1) {
      const left = await abandonedCheckout(shop, { email: `buyer${nth}@example.com` })
      pass(day)
      const event = payment(left.order, { id: `now-${nth}`, reference: `pay-now-${nth}` })
      await Promise.all([sendCartReminders(shop), applyPaymentEvent(shop, event)])
      await work()
    }
    expect(sentReminders()).toEqual([])
  })

  it('a process that is killed leaves the address or the email, never both or neither [REMIND-02]', async () => {
    const db = await open()
    const { shop, pass, work, sentReminders } = await shopWithReminders(db)
    await abandonedCheckout(shop)
    pass(day)
    const counts = async () => [
      (await reminders(shop)).filter(({ email }) => email !== null).length,
      (await queuedReminders(shop)).length,
    ]
    shop.db = killedBeforeCommit(db)
    await expect(sendCartReminders(shop)).rejects.toThrow('killed')
    shop.db = db
    expect(await counts()).toEqual([1, 0])
    await Promise.all([sendCartReminders(shop), sendCartReminders(shop)])
    expect(await counts()).toEqual([0, 1])
    await work()
    await work()
    expect(sentReminders()).toHaveLength(1)
  })

  it('the link brings the pieces back at today’s price, with what is no longer sold by name [REMIND-04, OPTION-10]', async () => {
    const { shop, pass, work, sentReminders, goldBecomes } = await shopWithReminders(await open())
    const matte = { name: 'Finish', choice: 'Matte', price: cents(0), mg: 0 }
    const engraves = { engravingFeeCents: 6000, engravingMax: 20 }
    await changeProducts(shop, { ...engraves, options: [matte] }, sql`id = '8'`)
    const lines = [
      { productId: '7', size: 'Small', quantity: 2 },
      { productId: '5', size: 'Small', quantity: 1 },
      {
        ...{ productId: '8', size: 'Small', quantity: 1, engraving: 'For Ada' },
        options: [{ name: 'Finish', choice: 'Matte' }],
      },
    ]
    await abandonedCheckout(shop, { lines })
    pass(day)
    await work()
    expect(sentReminders()[0]?.text).toContain('(Small, Finish: Matte)')
    const { cart } = reminderTokens(sentReminders()[0] ?? { text: '' })
    expect(Buffer.from(cart, 'base64url').toString('latin1')).not.toContain('Ada')
    await goldBecomes('100')
    await changeProducts(shop, { active: false }, sql`id = '5'`)
    shop.revisions.raise('catalog')
    const back = await remindedCart(shop, cart)
    expect(back?.items).toMatchObject([
      { id: '7', quantity: 2, price: '2170.00' },
      {
        ...{ id: '8', quantity: 1, engraving: 'For Ada' },
        options: [{ name: 'Finish', choice: 'Matte' }],
      },
    ])
    expect(back?.notes).toHaveLength(1)
    expect(await remindedCart(shop, `x${cart}`)).toBeNull()
  })

  it('the link brings back the largest cart, each piece engraved [REMIND-04]', async () => {
    const { shop, pass, work, sentReminders } = await shopWithReminders(await open())
    await changeProducts(shop, { engravingFeeCents: 6000, engravingMax: 20 }, sql`id = '8'`)
    const lines = Array.from({ length: maxQuoteLines }, (_each, nth) => ({
      ...{ productId: '8', size: 'Small', quantity: 1 },
      engraving: `For my dear Ada, ${nth}`,
    }))
    await abandonedCheckout(shop, { lines })
    pass(day)
    await work()
    const { cart } = reminderTokens(sentReminders()[0] ?? { text: '' })
    const back = await remindedCart(shop, cart)
    expect(back?.items.map(({ engraving }) => engraving)).toEqual(
      lines.map(({ engraving }) => engraving),
    )
    await shop.db.orm.delete(cartReminders)
    expect(await remindedCart(shop, cart)).toBeNull()
  })

  it('locks orders by ID, so it never deadlocks with other transactions [REMIND-03]', async () => {
    const db = await open()
    const { shop, pass } = await shopWithReminders(db)
    const lines = [{ productId: '7', size: 'Large', quantity: 1 }]
    await abandonedCheckout(shop, { email: 'one@example.com' })
    await abandonedCheckout(shop, { email: 'two@example.com', lines })
    const [first, second] = await db.orm.select().from(orders).orderBy(orders.id)
    if (!first || !second) throw new Error('no orders')
    const dueAt = new Date(shop.now().getTime() + 3_600_000)
    await db.orm.update(cartReminders).set({ dueAt }).where(eq(cartReminders.orderId, second.id))
    pass(day)
    let sending: Promise<unknown> | undefined
    await db.orm.transaction(async (tx) => {
      await lockOrder(tx, first.id)
      sending = sendCartReminders(shop)
      await setTimeout(300)
      await lockOrder(tx, second.id)
    })
    await sending
    expect(await queuedReminders(shop)).toHaveLength(2)
  })

  it('its link ends what waits for the address, and no other link does [REMIND-05]', async () => {
    const { shop, pass, work, sentReminders } = await shopWithReminders(await open())
    await abandonedCheckout(shop)
    pass(day)
    await work()
    const { cart, end } = reminderTokens(sentReminders()[0] ?? { text: '' })
    await abandonedCheckout(shop, { email: 'ADA@example.com' })
    await abandonedCheckout(shop, { email: 'ben@example.com' })
    await endReminders(shop, cart)
    expect((await reminders(shop)).filter(({ email }) => email !== null)).toHaveLength(2)
    await endReminders(shop, end)
    await endReminders(shop, end)
    const left = (await reminders(shop)).filter(({ email }) => email !== null)
    expect(left.map(({ email }) => email)).toEqual(['ben@example.com'])
  })

  it('an address that cannot be written to is deleted after seven days, and on request before [REMIND-06]', async () => {
    const { shop, pass, work, sent } = await shopWithReminders(await open())
    await abandonedCheckout(shop, { email: 'ada+cart@example.com' })
    await abandonedCheckout(shop, { email: 'Ben@example.com' })
    expect((await exportBuyer(shop, 'ben@example.com')).cartReminders).toHaveLength(1)
    const actor = { type: 'command', id: 'a test' } as const
    const erased = await eraseBuyer(shop, { email: 'ben@example.com', actor })
    expect(erased.erased).toEqual(['the cart reminder'])
    const { mail } = shop
    shop.mail = null
    pass(7 * day - 1)
    await work()
    expect(await tablesWith(shop.db, 'ada+cart')).toEqual(['cart_reminders'])
    pass(1)
    await work()
    shop.mail = mail
    await work()
    expect(await tablesWith(shop.db, 'ada+cart')).toEqual([])
    expect(sent).toEqual([])
  })

  it('a run sends a bounded number, which it finds by an index [REMIND-06]', async () => {
    const db = await open()
    const { shop, pass } = await shopWithReminders(db)
    const { order } = await abandonedCheckout(shop, { email: null })
    const { needsReview: _, ...row } = order
    const ids = Array.from({ length: perRun + 5 }, (_each, nth) => `left-${nth}`)
    await db.orm.insert(orders).values(
      ids.map((id) => ({
        ...row,
        ...{ id, number: id, token: `a token of ${id}`, quoteId: id },
        ...{ paymentUrl: null, paymentSession: null },
      })),
    )
    const requestedAt = shop.now()
    const dueAt = new Date(requestedAt.getTime() + 3_600_000)
    await db.orm
      .insert(cartReminders)
      .values(ids.map((id) => ({ orderId: id, email: `${id}@example.com`, requestedAt, dueAt })))
    pass(60)
    await sendCartReminders(shop)
    expect(await queuedReminders(shop)).toHaveLength(perRun)
    const waiting = isNotNull(cartReminders.email)
    expect(await db.orm.$count(cartReminders, waiting)).toBe(5)
    const plan = await db.orm.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return rows<{ 'QUERY PLAN': string }>(
        tx,
        sql`explain select * from cart_reminders where email is not null and due_at <= now()
          order by due_at limit ${reminderSlice}`,
      )
    })
    expect(plan.map((each) => each['QUERY PLAN']).join('\n')).toContain('cart_reminders_due')
  })

  it('counts what was sent, who came back by it, and what they bought, each once [REMIND-07]', async () => {
    const { shop, pass, work, sentReminders } = await shopWithReminders(await open())
    const figures = () => reminderFigures(shop.db.orm, { now: shop.now(), livemode: false })
    expect(await figures()).toBeNull()
    await abandonedCheckout(shop, { email: 'one@example.com' })
    await abandonedCheckout(shop, { email: 'two@example.com' })
    const [waiting] = await reminders(shop)
    pass(day)
    await work()
    expect(await figures()).toEqual({ sent: 2, returned: 0, bought: 0, salesCents: 0 })
    const { cart } = reminderTokens(sentReminders()[0] ?? { text: '' })
    await countReturn(shop, cart)
    await countReturn(shop, cart)
    await countReturn(shop, 'made up')
    const id = (await remindedCart(shop, cart))?.id ?? ''
    const { order } = await abandonedCheckout(shop, { email: null, reminder: id })
    await abandonedCheckout(shop, { email: null, reminder: 'made up' })
    expect(await figures()).toEqual({ sent: 2, returned: 1, bought: 0, salesCents: 0 })
    await applyPaymentEvent(shop, payment(order))
    expect(await figures()).toEqual({
      sent: 2,
      returned: 1,
      bought: 1,
      salesCents: order.totalCents,
    })
    expect(await shop.db.orm.$count(cartReminders)).toBe(2)
    expect(waiting).toBeDefined()
    pass(31 * day)
    expect(await figures()).toBeNull()
  })
})
