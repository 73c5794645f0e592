import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { customerNotes, customers } from '#app/.server/platform/db/customers-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'

type Asked = { id: string; by: string }

/**
 * Keeps what staff wrote about a customer, once for each form they were shown [CUST-03]. The audit log says that somebody did and not what,
 * since its entries outlast the erasure of a buyer.
 */
export async function noteCustomer(
  app: AppContext,
  { id, by, text, key }: Asked & { text: string; key: string },
): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const email = await emailOf(tx, id)
      const note = { email, at: app.now(), by, text }
      const [kept] = await tx
        .insert(customerNotes)
        .values({ ...note, id: key })
        .onConflictDoNothing()
        .returning({ id: customerNotes.id })
      if (!kept) {
        const [before] = await tx.select().from(customerNotes).where(eq(customerNotes.id, key))
        if (before?.email === email && before.text === text) return
        // The same form, by the browser's way back, and another text.
        await tx.insert(customerNotes).values(note)
      }
      await record(tx, app, { id, by }, 'customer.noted')
    }),
  )
}

/** Deletes a note; one that is gone already is no error. */
export async function deleteCustomerNote(
  app: AppContext,
  { id, by, note }: Asked & { note: string },
): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const email = await emailOf(tx, id)
      const gone = await tx
        .delete(customerNotes)
        .where(and(eq(customerNotes.id, note), eq(customerNotes.email, email)))
        .returning({ id: customerNotes.id })
      if (gone.length > 0) await record(tx, app, { id, by }, 'customer.note_deleted')
    }),
  )
}

async function emailOf(tx: Orm, id: string): Promise<string> {
  const [customer] = await tx
    .select({ email: customers.email })
    .from(customers)
    .where(eq(customers.id, id))
  if (!customer) throw new AppError('customer_unknown', 404, 'There is no such customer.')
  return customer.email
}

async function record(
  tx: Orm,
  app: AppContext,
  { id, by }: Asked,
  action: 'customer.noted' | 'customer.note_deleted',
): Promise<void> {
  const target = { type: 'customer' as const, id }
  await recordAuditEvent(tx, { at: app.now(), actor: adminActor(by), action, target })
}
