import type { AppContext } from '#app/.server/app-context.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { catalogWithRevisions } from './cached-catalog.ts'

/** As a new database is filled; each save by staff makes it one more. */
const firstRevision = 1

/** The ids of pieces that the shop came with, are for sale, and were never saved by staff [BULK-10]. */
export async function samplesOnSale(app: AppContext): Promise<string[]> {
  if (app.config.database === 'none') return []
  const { byId, revisionOf } = await catalogWithRevisions(app)
  return builtInPendants
    .map(({ id }) => id)
    .filter((id) => byId.get(id)?.active && revisionOf(id) === firstRevision)
}
