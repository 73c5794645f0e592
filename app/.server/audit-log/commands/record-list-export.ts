import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '../staff-transaction.ts'

/** Who took a list with names of buyers out of the shop, and from where. */
export async function recordListExport(
  app: AppContext,
  { list, by, address }: { list: string; by: string; address: string },
): Promise<void> {
  await staffTransaction(app, { by, address }, (_tx, { audit }) =>
    audit({ action: 'customer.list_exported', facts: { list } }),
  )
}
