import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { fieldChanges } from '#app/domain/text/field-changes.ts'
import { mediaGone } from '../repository.ts'

/** Keeps what a picture shows, in words [MEDIA-04]. The same words again are no change. */
export async function describeMedia(
  app: AppContext,
  { id, by, alt }: { id: string; by: string; alt: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const [stored] = await tx.select().from(media).where(eq(media.id, id)).for('update')
    if (!stored) throw mediaGone()
    if (stored.alt === alt) return
    await tx.update(media).set({ alt }).where(eq(media.id, id))
    await audit({
      action: 'media.changed',
      target: { type: 'media', id },
      facts: { name: stored.name, changes: fieldChanges({ alt: stored.alt }, { alt }) },
    })
  })
}
