import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { customerNotes, customers } from '#app/.server/platform/db/customers-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
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
  await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const email = await emailOf(tx, id)
    const note = { email, at, by, text }
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
    await audit({ action: 'customer.noted', target: { type: 'customer', id } })
  })
}

/** Deletes a note; one that is gone already is no error. */
export async function deleteCustomerNote(
  app: AppContext,
  { id, by, note }: Asked & { note: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const email = await emailOf(tx, id)
    const gone = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, note), eq(customerNotes.email, email)))
      .returning({ id: customerNotes.id })
    if (gone.length > 0) {
      await audit({ action: 'customer.note_deleted', target: { type: 'customer', id } })
    }
  })
}

async function emailOf(tx: Orm, id: string): Promise<string> {
  const [customer] = await tx
    .select({ email: customers.email })
    .from(customers)
    .where(eq(customers.id, id))
  if (!customer) throw new AppError('customer_unknown', 404, 'This customer doesn’t exist.')
  return customer.email
}
