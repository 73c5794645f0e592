import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { orderLines } from '#app/.server/platform/db/schema.ts'
import { weighedItems } from '#app/.server/platform/db/weighing-schema.ts'
import { publicKeys } from '#app/.server/signing/queries/public-keys.ts'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'

/** Puts a piece of an order on record as weighed, without what follows from its weight. */
export async function onRecord(
  app: AppContext,
  orderId: string,
  {
    line = 0,
    item = 1,
    mg,
    serial = `FN-${line}${item}-${orderId.slice(0, 6).toUpperCase()}`,
  }: {
    line?: number
    item?: number
    mg?: number
    serial?: string
  } = {},
) {
  const [sold] = await app.db.orm
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, line)))
  if (!sold) throw new Error(`order ${orderId} has no line ${line}`)
  const actualMg = mg ?? sold.weightMg
  const at = app.now()
  await app.db.orm
    .insert(weighedItems)
    .values({
      ...{ orderId, line, item, serial, soldMg: sold.weightMg, actualMg },
      ...{ verdict: 'as sold', missingCents: 0, settledCents: 0, problem: null },
      ...{ nth: 1, weighedAt: at, weighedBy: 'ann@example.com', parcelId: null },
    })
    .onConflictDoUpdate({
      target: [weighedItems.orderId, weighedItems.line, weighedItems.item],
      set: { actualMg, serial, weighedAt: at },
    })
  return { serial, grams: actualMg / 1000 }
}

/** All certificates of an order, the first first, with what they say. */
export async function storedCertificates(app: AppContext, orderId: string) {
  const found = await app.db.orm
    .select()
    .from(certificates)
    .where(eq(certificates.orderId, orderId))
    .orderBy(certificates.line, certificates.item, certificates.nth)
  return found.map((row) => ({
    ...row,
    said: (JSON.parse(row.file) as CertificateFile).certificate,
  }))
}

/** The published keys, as /.well-known/four-nines-keys.json has them. */
export const keysFile = async ({ db }: AppContext) =>
  JSON.stringify({ keys: await publicKeys(db.orm) })
