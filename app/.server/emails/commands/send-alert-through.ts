import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import type { EmailGateway } from '../gateway/email-gateway.ts'
import { writtenEmail } from './compose-email.ts'

/** A person waits for it. */
const timeLimitMs = 10_000

/**
 * Sends the emails of an alert at once through a mail server that the shop no longer goes by, besides the
 * outbox: the person who swapped it would read them alone otherwise [ALERT-09]. Tried once, since a server is also
 * swapped because it is gone.
 */
export async function sendAlertThrough(
  app: AppContext,
  gateway: EmailGateway,
  alertId: string,
): Promise<void> {
  const { db } = app
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(timeLimitMs)])
  const queued = await db.orm
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.alertId, alertId))
    .catch((error: unknown) => {
      // What was saved is saved, and its alert waits in the outbox.
      app.log.warn(
        { err: error, alert: alertId },
        'an alert was not sent through the former server',
      )
      return []
    })
  const all = Promise.all(
    queued.map(async (row) => {
      const facts = { mail: row.id, alert: alertId }
      try {
        const { recipient, needless, ...email } = await writtenEmail(app, row)
        if (recipient === null || needless) return
        await gateway.send({ ...email, id: row.id, to: recipient }, signal)
        app.log.info(facts, 'an alert was sent through the former mail server')
      } catch (error) {
        app.log.warn({ ...facts, err: error }, 'the former mail server did not take an alert')
      }
    }),
  )
  // A server that says nothing is not waited for.
  await Promise.race([all, sleep(timeLimitMs, undefined, { ref: false })])
}
