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

/** Who took the data of a buyer out of the shop, and in which form [DISPUTE-06]. */
export async function recordEvidenceExport(
  app: AppContext,
  { id, number, by, format }: { id: string; number: string; by: string; format: 'pdf' | 'json' },
): Promise<void> {
  const target = { type: 'order', id } as const
  await staffTransaction(app, { by }, (_tx, { audit }) =>
    audit({ action: 'order.evidence_exported', target, facts: { number, format } }),
  )
}
