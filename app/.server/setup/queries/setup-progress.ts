import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OpenItem } from '../checklist.ts'
import { openingOf, progressOf } from '../opening.ts'

/** Where the shop is between its first start and its sales, for Setup and Today alike [OPENING-05]. */
export async function setupProgress(
  orm: Orm,
  { payments }: Pick<AppContext, 'payments'>,
  open: readonly OpenItem[],
) {
  const live = payments?.live ?? false
  const opening = await openingOf(orm, { live, open })
  const isSelling = live && opening.state === 'open'
  return { opening, isSelling, left: progressOf(open, opening.state) }
}

export type SetupProgress = Awaited<ReturnType<typeof setupProgress>>
