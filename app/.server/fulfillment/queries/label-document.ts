import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderDocument } from '#app/.server/orders/queries/order-documents.ts'
import { labelFiles, labels } from '#app/.server/platform/db/label-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/** The PDF of a label that was bought for this order, by its file name; null for any other file. */
export async function labelDocument(
  app: AppContext,
  { id, file }: { id: string; file: string },
): Promise<OrderDocument | null> {
  const label = /^label-(\d{1,12})\.pdf$/.exec(file)?.[1]
  if (label === undefined) return null
  return withDatabase(app, async ({ orm }) => {
    const [found] = await orm
      .select({ pdf: labelFiles.pdf, orderId: orders.id, number: orders.number })
      .from(labelFiles)
      .innerJoin(labels, eq(labels.id, labelFiles.labelId))
      .innerJoin(orders, eq(orders.id, labels.orderId))
      .where(eq(labels.id, Number(label)))
    if (found?.orderId !== id) return null
    return { filename: `label-${found.number}-${label}.pdf`, pdf: Buffer.from(found.pdf) }
  })
}
