import { type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { emailOutbox } from '../platform/db/schema.ts'

/** That an email was sent, and when, stays; no further email is sent. */
export async function clearEmails(tx: Orm, which: SQL): Promise<void> {
  await tx
    .update(emailOutbox)
    .set({
      state: sql`case when ${emailOutbox.state} = 'sent' then 'sent' else 'kept' end`,
      recipient: sql`case when ${emailOutbox.state} = 'sent' then 'erased@erased.invalid' end`,
      subject: 'Erased',
      text: '',
      html: '',
      lastError: null,
    })
    .where(which)
}
