import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { lockOrderForStaff } from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { mailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { isFailedToStaff } from '../queries/order-mails.ts'

type OfOrder = { orderId: string; by: string }
type OfMail = { mailId: string; by: string } & ({ orderId: string } | { messageId: string })

/** Sends a kept or failed email again at the job's next run. One already on its way is left alone. */
export async function retryMail(app: AppContext, mail: OfMail): Promise<void> {
  refuseWithoutServer(app)
  const again = {
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: app.now(),
    lastError: null,
  } as const
  await changeMail(app, mail, ['kept', 'failed'], again, 'order.mail_retried')
}

/**
 * Dismisses a failed email: it stays unsent and is no longer reported, unless it is sent again and fails
 * again [MAIL-10].
 */
export async function dismissMail(
  app: AppContext,
  mail: OfOrder & { mailId: string },
): Promise<void> {
  await changeMail(app, mail, ['failed'], { state: 'kept' }, 'order.mail_dismissed')
}

/** Dismisses all failed emails to staff that are about no order, such as alerts to an old address [MAIL-12]. */
export async function dismissStaffMails(app: AppContext, { by }: { by: string }): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const dismissed = await tx
        .update(mailOutbox)
        .set({ state: 'kept' })
        .where(isFailedToStaff)
        .returning({ id: mailOutbox.id })
      if (dismissed.length === 0) return
      await recordAuditEvent(tx, {
        at: app.now(),
        actor: adminActor(by),
        action: 'settings.unsent_mails_dismissed',
        facts: { count: dismissed.length },
      })
    }),
  )
}

async function changeMail(
  app: AppContext,
  { mailId, by, ...about }: OfMail,
  from: (typeof mailOutbox.$inferSelect)['state'][],
  change: Partial<typeof mailOutbox.$inferSelect>,
  action: 'order.mail_retried' | 'order.mail_dismissed',
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [mail] = await tx
        .update(mailOutbox)
        .set(change)
        .where(
          and(
            eq(mailOutbox.id, mailId),
            'orderId' in about
              ? eq(mailOutbox.orderId, about.orderId)
              : eq(mailOutbox.messageId, about.messageId),
            inArray(mailOutbox.state, from),
          ),
        )
        .returning({ kind: mailOutbox.kind })
      if (!mail) return
      if ('messageId' in about) {
        const target = { type: 'message' as const, id: about.messageId }
        const actor = adminActor(by)
        await recordAuditEvent(tx, { at, actor, action: 'message.mail_retried', target })
        return
      }
      const { orderId } = about
      const [order] = await tx
        .select({ number: orders.number })
        .from(orders)
        .where(eq(orders.id, orderId))
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action,
        target: { type: 'order', id: orderId },
        facts: { number: order?.number ?? '', kind: mail.kind },
      })
    }),
  )
}

/** Enough for a buyer who received nothing, or whose address was wrong. */
const confirmationsADay = 3
const dayMs = 24 * 3_600_000

/** Sends the order confirmation once more, to the address the order has now [MAIL-11]. */
export async function sendConfirmationAgain(
  app: AppContext,
  { orderId: id, by }: OfOrder,
): Promise<void> {
  refuseWithoutServer(app)
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (!wasPaid(order.state) || order.email === null) {
        throw refusal('Only a paid order with an email address has a confirmation.', 409)
      }
      const sent = await confirmationsOf(tx, id)
      // Pressed twice, it is sent once.
      if (sent.some(({ state }) => state === 'waiting')) return
      const ofToday = sent.filter(({ createdAt }) => at.getTime() - createdAt.getTime() < dayMs)
      if (ofToday.filter(({ occasion }) => occasion !== '').length >= confirmationsADay) {
        throw refusal(
          `The confirmation was sent again ${confirmationsADay} times in 24 hours. Please try again tomorrow.`,
          429,
        )
      }
      const occasion = `again:${sent.length}`
      await tx
        .insert(mailOutbox)
        .values({ orderId: id, kind, occasion, nextAttemptAt: at, createdAt: at })
      const why = 'The order confirmation is sent again.'
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.confirmation_sent_again',
        target: { type: 'order', id },
        facts: { number: order.number },
      })
    }),
  )
}

const kind = 'order-paid-buyer'

const confirmationsOf = (tx: Orm, orderId: string) =>
  tx
    .select({
      state: mailOutbox.state,
      occasion: mailOutbox.occasion,
      createdAt: mailOutbox.createdAt,
    })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, orderId), eq(mailOutbox.kind, kind)))

function refuseWithoutServer(app: AppContext): void {
  if (app.mail) return
  throw new AppError(
    'no_mail_server',
    409,
    'There is no mail server. Once an owner has entered it under Set up, mails can be sent.',
  )
}

const refusal = (message: string, status: 409 | 429) =>
  new AppError('confirmation_not_sent', status, `${message} Nothing was sent.`)
