import type { AppContext } from '#app/.server/app-context.ts'
import { builtInPendants, isSample } from '#content/pendants/catalog.ts'
import { currentCatalog } from './cached-catalog.ts'

/** The samples that are shown [BULK-10]. */
export async function shownSamples(app: AppContext): Promise<{ id: string; name: string }[]> {
  if (app.config.database === 'none') return []
  const { byId } = await currentCatalog(app)
  return builtInPendants
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter(isSample)
    .map(({ id, name }) => ({ id, name }))
}
