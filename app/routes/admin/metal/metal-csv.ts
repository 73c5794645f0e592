import { metalFile } from '#app/.server/metal/queries/metal-csv.ts'
import { csvResponse } from '#app/.server/platform/http/csv-response.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/metal-csv.ts'

/** `entries-2026.csv`, `orders-2026.csv` [METAL-10]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const file = await found(metalFile(context.get(appContext), params.file))
  return csvResponse(`metal-${params.file}`, file)
}
