import { packingSlipsPdf, pickListPdf } from '#app/.server/documents/packing.ts'
import { ordersToPack, orderToPack } from '#app/.server/fulfillment/queries/packing.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { orWhyNotPrinted } from '#app/.server/platform/http/pdf-answer.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import type { Route } from './+types/packing.ts'

/** Packing slips, of one order or of all that are ready, and the pick list of these [PARCEL-06]. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id } = params as { id?: string }
  const isPickList = new URL(request.url).pathname.endsWith('/pick-list.pdf')
  const orders = id === undefined ? await ordersToPack(app) : [await found(orderToPack(app, id))]
  if (orders.length === 0) {
    throw new Response('No order is ready to be packed.', { status: 404 })
  }
  const { street, city, region, postalCode } = brand.address
  const sender = { name: brand.name, lines: [street, `${city}, ${region} ${postalCode}`] }
  return orWhyNotPrinted(async () => {
    const body = isPickList
      ? await pickListPdf(orders, formatDay(shopDay(app.now())))
      : await packingSlipsPdf(orders, sender)
    const name = isPickList
      ? 'pick-list'
      : id === undefined
        ? 'packing-slips'
        : `slip-${orders[0]?.number}`
    return new Response(new Uint8Array(body), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${name}.pdf"`,
        'Cache-Control': 'no-store',
      },
    })
  })
}
