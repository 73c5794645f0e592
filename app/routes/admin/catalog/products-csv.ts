import { productCsv } from '#app/.server/catalog/queries/product-csv.ts'
import { csvResponse } from '#app/.server/platform/http/csv-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import type { Route } from './+types/products-csv.ts'
import { readProducts } from './products-list.ts'

/** What the list finds, for a spreadsheet. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { q, show, category } = readProducts(new URL(request.url).searchParams)
  const day = dayAt(app.now(), brand.timeZone)
  return csvResponse(`products-${day}.csv`, await productCsv(app, { q, show, category }))
}
