import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { labelFiles, labels } from '../platform/db/label-schema.ts'
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

/** A person's name and address are printed on labels; what they cost, and their tracking numbers, are kept. */
export async function clearLabels(tx: Orm, which: SQL): Promise<void> {
  const ids = tx.select({ id: labels.id }).from(labels).where(which)
  await tx.delete(labelFiles).where(inArray(labelFiles.labelId, ids))
  const change = { fileUrl: null, asked: sql`${labels.asked} - 'to' - 'from'` }
  await tx.update(labels).set(change).where(which)
}
