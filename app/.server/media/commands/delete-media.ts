import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { usesOf } from '../queries/media-uses.ts'
import { mediaGone } from '../repository.ts'

/**
 * Deletes a picture that nothing shows. One that is gone already is no error. Its files go with the
 * next sweep, a day later, so that pages that are still open keep their pictures [MEDIA-07].
 */
export async function deleteMedia(
  app: AppContext,
  { id, by }: { id: string; by: string },
): Promise<{ name: string }> {
  return staffTransaction(app, { by }, async (tx, { audit }) => {
    // A product that takes the picture at this moment waits, and is refused then; or this is.
    const [locked] = await tx.select().from(media).where(eq(media.id, id)).for('update')
    if (!locked) throw mediaGone()
    const uses = (await usesOf(tx, [id])).get(id) ?? []
    if (uses.length > 0) {
      const names = uses.map(({ name }) => `“${name}”`).join(', ')
      const message = `This image is used by ${names}. Remove it there first.`
      throw new AppError('media_in_use', 409, message)
    }
    await tx.delete(media).where(eq(media.id, id))
    await audit({
      action: 'media.deleted',
      target: { type: 'media', id },
      facts: { name: locked.name },
    })
    return { name: locked.name }
  })
}
