import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { occasionAgain } from '#app/.server/orders/email-occasion.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { isFailedToStaff } from '../queries/order-emails.ts'

type OfOrder = { orderId: string; by: string }
type OfEmail = { emailId: string; by: string } & ({ orderId: string } | { messageId: string })

/** Sends a kept or failed email again at the job's next run. One already on its way is left alone. */
export async function retryEmail(app: AppContext, email: OfEmail): Promise<void> {
  refuseWithoutServer(app)
  const again = {
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: app.now(),
    lastError: null,
  } as const
  await changeEmail(app, email, ['kept', 'failed'], again, 'order.mail_retried')
}

/**
 * Dismisses a failed email: it stays unsent and is no longer reported, unless it is sent again and fails
 * again [MAIL-10].
 */
export async function dismissEmail(
  app: AppContext,
  email: OfOrder & { emailId: string },
): Promise<void> {
  await changeEmail(app, email, ['failed'], { state: 'kept' }, 'order.mail_dismissed')
}

/** Dismisses all failed emails to staff that are about no order, such as alerts to an old address [MAIL-12]. */
export async function dismissStaffEmails(app: AppContext, { by }: { by: string }): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const dismissed = await tx
      .update(emailOutbox)
      .set({ state: 'kept' })
      .where(isFailedToStaff)
      .returning({ id: emailOutbox.id })
    if (dismissed.length === 0) return
    const facts = { count: dismissed.length }
    await audit({ action: 'settings.unsent_mails_dismissed', facts })
  })
}

async function changeEmail(
  app: AppContext,
  { emailId, by, ...about }: OfEmail,
  from: (typeof emailOutbox.$inferSelect)['state'][],
  change: Partial<typeof emailOutbox.$inferSelect>,
  action: 'order.mail_retried' | 'order.mail_dismissed',
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const [email] = await tx
      .update(emailOutbox)
      .set(change)
      .where(
        and(
          eq(emailOutbox.id, emailId),
          'orderId' in about
            ? eq(emailOutbox.orderId, about.orderId)
            : eq(emailOutbox.messageId, about.messageId),
          inArray(emailOutbox.state, from),
        ),
      )
      .returning({ kind: emailOutbox.kind })
    if (!email) return
    if ('messageId' in about) {
      const target = { type: 'message', id: about.messageId } as const
      await audit({ action: 'message.mail_retried', target })
      return
    }
    const { orderId } = about
    const [order] = await tx
      .select({ number: orders.number })
      .from(orders)
      .where(eq(orders.id, orderId))
    await audit({
      action,
      target: { type: 'order', id: orderId },
      facts: { number: order?.number ?? '', kind: email.kind },
    })
  })
}

/** Enough for a buyer who received nothing, or whose address was wrong. */
const confirmationsADay = 3
const dayMs = 24 * 3_600_000
/** Within it a second press is the same one: the first email may be sent already. */
const samePressMs = 60_000

/** Queues the order confirmation once more, for the address the order has now; gives that email [MAIL-11]. */
export async function sendConfirmationAgain(
  app: AppContext,
  { orderId: id, by }: OfOrder,
): Promise<string> {
  refuseWithoutServer(app)
  return changeOrder(app, { id, by }, async ({ tx, order, at, save }) => {
    if (!wasPaid(order.state) || order.email === null) {
      throw refusal('Only paid orders with an email address have a confirmation.', 409)
    }
    const sent = await confirmationsOf(tx, id)
    // Pressed twice, it is sent once.
    const pressed = sent.find(
      ({ state, occasion, createdAt }) =>
        state === 'waiting' ||
        (occasion !== '' && at.getTime() - createdAt.getTime() < samePressMs),
    )
    if (pressed) return pressed.id
    const ofToday = sent.filter(({ createdAt }) => at.getTime() - createdAt.getTime() < dayMs)
    if (ofToday.filter(({ occasion }) => occasion !== '').length >= confirmationsADay) {
      throw refusal(
        `The confirmation was already resent ${confirmationsADay} times in 24 hours. Please try again tomorrow.`,
        429,
      )
    }
    const occasion = occasionAgain(sent, { kind, occasion: '' })
    const [made] = await tx
      .insert(emailOutbox)
      .values({ orderId: id, kind, occasion, nextAttemptAt: at, createdAt: at })
      .returning({ id: emailOutbox.id })
    if (!made) throw new RangeError('An email was not queued')
    await save({
      why: 'The order confirmation was sent again.',
      audit: { action: 'order.confirmation_sent_again' },
    })
    return made.id
  })
}

const kind = 'order-paid-buyer'

const confirmationsOf = (tx: Orm, orderId: string) =>
  tx
    .select({
      id: emailOutbox.id,
      kind: emailOutbox.kind,
      state: emailOutbox.state,
      occasion: emailOutbox.occasion,
      createdAt: emailOutbox.createdAt,
    })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.orderId, orderId), eq(emailOutbox.kind, kind)))

export function refuseWithoutServer(app: AppContext): void {
  if (app.mail) return
  throw new AppError(
    'no_mail_server',
    409,
    'No mail server is set up. Once an owner adds one in Setup, emails can be sent.',
  )
}

const refusal = (message: string, status: 409 | 429) =>
  new AppError('confirmation_not_sent', status, `${message} Nothing was sent.`)
