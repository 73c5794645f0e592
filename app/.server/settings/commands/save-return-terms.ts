import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { returnTermVersions } from '#app/.server/platform/db/return-schema.ts'
import type { returnTermsForm } from '#app/contracts/returns/return-terms.ts'
import { changedFields } from '../changed-fields.ts'
import { storedReturnTerms } from '../queries/return-terms.ts'
import { orNotSaved } from './save-settings.ts'

/** Adds a version; orders there are keep the days they were sold with, where those are more [RETURN-04]. */
export async function saveReturnTerms(
  app: AppContext,
  {
    days,
    tolerance,
    instructions,
    takes_engraved: takesEngraved,
  }: z.output<typeof returnTermsForm>,
  by: string,
): Promise<void> {
  const at = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const before = await storedReturnTerms(tx)
      await tx
        .insert(returnTermVersions)
        .values({ days, toleranceMg: tolerance, instructions, takesEngraved, at, by })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'settings.return_terms_updated',
        facts: {
          ...{ from: before.days, to: days, toleranceMg: tolerance, instructions, takesEngraved },
          changes: changedFields(before, {
            ...{ days, toleranceMg: tolerance, instructions, takesEngraved },
          }),
        },
      })
    }),
  )
  app.revisions.changed('settings')
}
