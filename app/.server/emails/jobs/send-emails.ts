import { and, asc, eq, gt, lte, not, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Database, Lease } from '#app/.server/platform/db/database.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { attachmentsOf } from '../commands/attachments.ts'
import { type EmailRow, writtenEmail } from '../commands/compose-email.ts'
import { EmailRefused } from '../gateway/email-gateway.ts'

const batch = 20
/** A server that answers byte by byte may take no longer than this; then the email is tried again later. */
const maxSendMs = 60_000
/** The waits between them add up to a little more than a day. */
export const maxAttempts = 13
const minuteMs = 60_000
const maxWaitMs = 6 * 60 * minuteMs

/** One minute after the first attempt, then twice as long each time, at most six hours. */
export function waitAfter(attempts: number): number {
  return Math.min(2 ** (attempts - 1) * minuteMs, maxWaitMs)
}

/**
 * Writes and sends what waits in the outbox. One process at a time; nothing is sent inside a
 * transaction. At least once: a process that ends after the server accepted an email and before that is stored
 * sends that email again, under the same Message-ID.
 */
export async function sendEmail(app: AppContext): Promise<void> {
  const due = await withFallback(app, (db) => dueEmails(db, app.now(), 1))
  if (!due || due.value.length === 0) return
  await app.db.withLease('send mail', (lease) => sendAllDue(app, lease))
}

async function sendAllDue(app: AppContext, lease: Lease): Promise<void> {
  while (!app.closing.aborted) {
    const due = await dueEmails(app.db, app.now(), batch)
    for (const row of due) {
      if (app.closing.aborted) return
      const claimed = await claim(app, row)
      // A process that froze after its claim must not send what another one has sent since.
      await lease.check(app.db.orm)
      if (claimed) await attempt(app, claimed)
    }
    if (due.length < batch) return
  }
}

function dueEmails(db: Database, now: Date, limit: number): Promise<EmailRow[]> {
  return db.orm
    .select()
    .from(emailOutbox)
    .where(
      and(
        eq(emailOutbox.state, 'waiting'),
        lte(emailOutbox.nextAttemptAt, now),
        not(waitsForTaxes(now)),
      ),
    )
    .orderBy(asc(emailOutbox.nextAttemptAt), asc(emailOutbox.createdAt), asc(emailOutbox.kind))
    .limit(limit)
}

/** Which place charged which part of the tax is known some seconds after the payment (docs/decisions/045-receipts.md). */
const taxesWithinMs = 60_000

function waitsForTaxes(now: Date): SQL {
  const { kind, createdAt, orderId } = emailOutbox
  const since = new Date(now.getTime() - taxesWithinMs)
  return sql`(${eq(kind, 'order-paid-buyer')} and ${gt(createdAt, since)} and exists (
    select from ${orders} where ${eq(orders.id, orderId)}
      and ${orders.withTax} and ${orders.lineTaxesKnownAt} is null))`
}

/** The attempt is counted before it is made: an email that kills the process does so less and less often. */
async function claim(app: AppContext, row: EmailRow): Promise<EmailRow | null> {
  const attempts = row.attempts + 1
  const nextAttemptAt = new Date(app.now().getTime() + waitAfter(attempts))
  const [claimed] = await app.db.orm
    .update(emailOutbox)
    .set({ attempts, nextAttemptAt })
    .where(
      and(
        eq(emailOutbox.id, row.id),
        eq(emailOutbox.state, 'waiting'),
        eq(emailOutbox.attempts, row.attempts),
      ),
    )
    .returning()
  return claimed ?? null
}

async function attempt(app: AppContext, row: EmailRow): Promise<void> {
  // No addresses and no texts in the log: the outbox has them.
  const facts = {
    mail: row.id,
    kind: row.kind,
    order: row.orderId,
    alert: row.alertId,
    invitation: row.invitationId,
    message: row.messageId,
    priceAlert: row.priceAlertId,
    cartReminder: row.cartReminderId,
    attempts: row.attempts,
  }
  try {
    const { recipient, needless, ...email } = await writtenEmail(app, row)
    if (needless) {
      await record(app.db, row, { state: 'kept', attempts: 0, lastError: needless })
      app.log.info(facts, 'an email was not sent: nobody needs it any longer')
    } else if (recipient === null) {
      const lastError = 'There’s no email address to send this to.'
      await record(app.db, row, { state: 'failed', lastError })
      app.log.error(facts, 'an email has no address to go to')
    } else if (!app.mail) {
      await record(app.db, row, { state: 'kept', attempts: 0 })
      app.log.info(facts, 'an email was kept: there is no mail server')
    } else {
      const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxSendMs)])
      const attachments = await attachmentsOf(app, row)
      await app.mail.send({ ...email, attachments, id: row.id, to: recipient }, signal)
      await record(app.db, row, { state: 'sent', sentAt: app.now(), lastError: null })
      app.log.info(facts, 'an email was sent')
    }
  } catch (error) {
    // Unsure whether it went out: it is sent again after the next start.
    if (app.closing.aborted) return
    if (!(error instanceof EmailRefused)) {
      await record(app.db, row, { lastError: 'It couldn’t be written. The log says why.' })
      app.log.error({ ...facts, err: error }, 'an email could not be written')
      return
    }
    const { message, permanent, code } = error
    const givenUp = permanent || row.attempts >= maxAttempts
    await record(app.db, row, { lastError: message, ...(givenUp ? { state: 'failed' } : {}) })
    app.log[givenUp ? 'error' : 'warn']({ ...facts, code, givenUp }, 'an email was not taken')
  }
}

/** What became of an attempt; nothing where another process has made a later one since. */
async function record(db: Database, row: EmailRow, change: Partial<EmailRow>): Promise<void> {
  await db.orm
    .update(emailOutbox)
    .set(change)
    .where(and(eq(emailOutbox.id, row.id), eq(emailOutbox.attempts, row.attempts)))
}
