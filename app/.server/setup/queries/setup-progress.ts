import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OpenItem } from '../checklist.ts'
import { type Opening, openingOf, type Progress, progressOf } from '../opening.ts'

/** Where the shop is between its first start and its sales, for Setup and Today alike [OPENING-05]. */
export type SetupProgress = {
  opening: Opening
  /** An owner opened it, and real cards are charged. */
  isSelling: boolean
  left: Progress
}

export async function setupProgress(
  orm: Orm,
  { payments }: Pick<AppContext, 'payments'>,
  open: readonly OpenItem[],
): Promise<SetupProgress> {
  const live = payments?.live ?? false
  const opening = await openingOf(orm, { live, open })
  const isSelling = live && opening.state === 'open'
  return { opening, isSelling, left: progressOf(open, opening.state) }
}
