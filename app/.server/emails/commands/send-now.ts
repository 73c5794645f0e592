import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { ended } from '../gateway/email-server-failure.ts'
import { sendEmail } from '../jobs/send-emails.ts'

/** A person waits for the answer. */
const maxWaitMs = 10_000
/** Another process may be sending it. */
const askAgainMs = 250

/**
 * Sends emails that a person queued just now, and says what became of them: to whom they were sent, or why they
 * could not be [MAIL-15]. What takes longer is sent by the job.
 */
export async function sendNow(app: AppContext, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return 'Nothing is left to send.'
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxWaitMs)])
  const tooLong = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  for (;;) {
    const sending = sendEmail(app).catch((error: unknown) => {
      app.log.error({ err: error }, 'an email that was sent again waits for the job')
    })
    await Promise.race([sending, tooLong])
    const emails = await withDatabase(app, ({ orm }) =>
      orm
        .select()
        .from(emailOutbox)
        .where(inArray(emailOutbox.id, [...ids])),
    )
    const isOpen = emails.some(({ state, lastError }) => state === 'waiting' && lastError === null)
    if (!isOpen || signal.aborted) return outcomeOf(emails)
    await sleep(askAgainMs)
  }
}

type Email = Pick<typeof emailOutbox.$inferSelect, 'state' | 'recipient' | 'lastError'>

function outcomeOf(emails: readonly Email[]): string {
  // Nobody needs it any longer: that is settled, and no failure beside others that were sent.
  const needed = emails.filter(({ state, lastError }) => state !== 'kept' || lastError === null)
  const of = needed.length > 0 ? needed : emails
  const refused = of.find(({ state, lastError }) => state !== 'sent' && lastError !== null)
  if (refused) {
    const then =
      refused.state === 'waiting' ? 'The shop will try again.' : 'The shop won’t try again.'
    const sent = of.filter(({ state }) => state === 'sent').length
    const also = sent > 0 ? `${sent} of ${of.length} emails were sent. ` : ''
    const why = ended(refused.lastError ?? '')
    throw new AppError(
      'mail_not_sent',
      422,
      refused.state === 'kept' ? `Not sent: ${why}` : `${also}Not sent: ${why} ${then}`,
    )
  }
  const to = shownEmail(of[0]?.recipient ?? null) ?? 'the buyer'
  if (of.some(({ state }) => state !== 'sent'))
    return `On its way to ${to}. It should arrive within a few minutes.`
  return of.length === 1 ? `Sent to ${to}.` : `${of.length} emails were sent to ${to}.`
}
