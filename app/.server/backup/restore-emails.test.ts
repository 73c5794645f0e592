import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { retryEmail } from '#app/.server/emails/commands/retry-email.ts'
import type { EmailGateway } from '#app/.server/emails/gateway/email-gateway.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { holdWaitingEmails } from './restore.ts'

const backupOf = '2026-03-11T03:30:00.000Z'

function postbox(): EmailGateway & { subjects: string[] } {
  const subjects: string[] = []
  return { subjects, send: async ({ subject }) => void subjects.push(subject) }
}

const outbox = async (app: AppContext) =>
  (await app.db.orm.select().from(emailOutbox).orderBy(asc(emailOutbox.kind))) ?? []

onBothDatabases('after a restore', (open) => {
  it('mails that waited then go to nobody by themselves, and staff see them [OPS-08]', async () => {
    const db = await open()
    const email = postbox()
    const { shop, pass } = await sellingShop(db, { mail: email })
    const order = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(order))
    expect(await holdWaitingEmails(db.orm, { now: shop.now(), backupOf })).toBe(2)
    pass(60)
    await sendEmail(shop)
    expect(email.subjects).toEqual([])
    for (const { state, lastError } of await outbox(shop)) {
      expect(state).toBe('failed')
      expect(lastError).toContain(`the backup of ${backupOf} was made and may have been sent`)
    }
    expect((await auditLabels(shop)).at(-1)).toBe(
      `npm run restore: restored backup ${backupOf} (emails held back: 2)`,
    )

    // Sent on purpose, an email has its own words.
    const [buyer] = await outbox(shop)
    await retryEmail(shop, { emailId: buyer?.id ?? '', orderId: order.id, by: 'ann@example.com' })
    await sendEmail(shop)
    expect(email.subjects).toEqual([`Test: Order ${order.number} confirmed`])
    expect((await outbox(shop))[0]).toMatchObject({ state: 'sent', recipient: 'ada@example.com' })
  })

  it('mails that were sent, kept or given up stay as they are [OPS-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await applyPaymentEvent(shop, payment(await pendingOrder(shop)))
    await sendEmail(shop)
    const before = await outbox(shop)
    expect(before.map(({ state }) => state)).toEqual(['kept', 'kept'])
    expect(await holdWaitingEmails(db.orm, { now: shop.now(), backupOf })).toBe(0)
    expect(await outbox(shop)).toEqual(before)
  })
})
