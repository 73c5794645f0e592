import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { remindStaff } from './remind-staff.ts'

const day = 24 * 60

async function emailsOf(shop: AppContext, id: string, kind: string) {
  await sendEmail(shop)
  const emails = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
  return emails.filter((email) => email.kind === kind)
}

onBothDatabases('staff are reminded by email', (open) => {
  it('once on the day an order becomes late, with the day it was promised for [TODAY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    // Paid on Wednesday, March 11; five business days.
    pass(7 * day)
    expect(await remindStaff(shop)).toBe(0)
    pass(day)
    expect(await remindStaff(shop)).toBe(1)
    pass(day)
    expect(await remindStaff(shop)).toBe(0)
    const emails = await emailsOf(shop, order.id, 'order-late-staff')
    expect(emails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`${order.number} is late: due by Wed, Mar 18`),
    ])
    // A new date that passes is another lateness; long ago is none.
    await shop.db.orm.update(orders).set({ shipBy: '2026-03-19' }).where(eq(orders.id, order.id))
    expect(await remindStaff(shop)).toBe(1)
    await shop.db.orm.update(orders).set({ shipBy: '2026-02-19' }).where(eq(orders.id, order.id))
    expect(await remindStaff(shop)).toBe(0)
  })

  it('three days and one day before the evidence of a dispute is due, until it is answered [DISPUTE-07]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const [order, answered] = [await placed(shop), await placed(shop)]
    const dueBy = Math.floor(shop.now().getTime() / 1000) + 9 * 86_400
    const disputeOf = ({ session }: { session: string }, status: string) => {
      const { payment_intent, amount_total: amount } = { ...stripe.store.sessions.get(session) }
      const evidence_details = { due_by: dueBy, has_evidence: false, past_due: false }
      const dispute = { id: `dp_${session}`, object: 'dispute', currency: 'usd', status }
      return { ...dispute, payment_intent, amount, reason: 'fraudulent', evidence_details }
    }
    for (const each of [order, answered]) {
      await tell(stripe.pay(each.session))
      await tell(stripe.event('charge.dispute.created', disputeOf(each, 'needs_response')))
    }
    // Neither becomes late within these days.
    await shop.db.orm.update(orders).set({ shipBy: '2026-06-01' })
    expect(await stored(shop, order)).toMatchObject({ dispute: 'open' })
    expect((await adminOrder(shop, order.id))?.payment.evidenceBy).toEqual(new Date(dueBy * 1000))
    const [opened] = await emailsOf(shop, order.id, 'order-dispute-open-staff')
    expect(opened?.text).toContain('by March 20, 2026, at 9:00 AM PDT')
    expect(await remindStaff(shop)).toBe(0)
    pass(5 * day)
    await tell(stripe.event('charge.dispute.updated', disputeOf(answered, 'under_review')))
    expect(await remindStaff(shop)).toBe(0)
    pass(day)
    expect(await remindStaff(shop)).toBe(1)
    expect(await remindStaff(shop)).toBe(0)
    pass(2 * day)
    expect(await remindStaff(shop)).toBe(1)
    pass(day)
    expect(await remindStaff(shop)).toBe(0)
    const emails = await emailsOf(shop, order.id, 'order-dispute-due-staff')
    expect(emails).toHaveLength(2)
    expect(emails[0]?.subject).toContain('dispute evidence due soon')
    expect(emails[0]?.text).toContain('takes evidence until March 20, 2026, at 9:00 AM PDT')
    expect(await emailsOf(shop, answered.id, 'order-dispute-due-staff')).toEqual([])
  })
})
