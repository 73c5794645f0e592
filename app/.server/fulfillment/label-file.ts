import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { labelFiles } from '#app/.server/platform/db/label-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { LabelsUnavailable } from './gateway/label-gateway.ts'
import type { LabelRow } from './label-subject.ts'
import { changeLabel, gatewayOf } from './shipping-labels.ts'

/**
 * Fetches the PDF of a label that was bought and keeps it [LABEL-04]. Where it cannot be had now it is
 * tried again; where it is no PDF it is no longer asked for.
 */
export async function storeLabelFile(app: AppContext, label: LabelRow): Promise<void> {
  if (label.state !== 'bought' || label.fileUrl === null) return
  const has = await withDatabase(app, ({ orm }) =>
    orm.select({ id: labelFiles.labelId }).from(labelFiles).where(eq(labelFiles.labelId, label.id)),
  )
  if (has.length > 0) return
  try {
    const pdf = await gatewayOf(app, label).file(label.fileUrl)
    await withDatabase(app, async ({ orm }) => {
      if (pdf === null) return changeLabel(orm, label.id, { fileUrl: null })
      await orm
        .insert(labelFiles)
        .values({ labelId: label.id, pdf, keptAt: app.now() })
        .onConflictDoNothing()
    })
  } catch (error) {
    if (!(error instanceof LabelsUnavailable)) throw error
    app.log.warn({ label: label.id, reason: error.message }, 'the file of a label cannot be had')
  }
}
