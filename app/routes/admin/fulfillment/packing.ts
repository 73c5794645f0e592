import { ordersToPack, orderToPack } from '#app/.server/fulfillment/queries/orders-to-pack.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { orWhyNotPrinted } from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { isPicked } from '#app/domain/fulfillment/picking.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import type { Route } from './+types/packing.ts'

/**
 * Packing slips, of one order or of all that are ready, and the pick list of these or of another filter of
 * the list of orders [PARCEL-06, PARCEL-12].
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id } = params as { id?: string }
  const { pathname, searchParams } = new URL(request.url)
  const isPickList = pathname.endsWith('/pick-list.pdf')
  const of = searchParams.get('of') ?? ''
  const { street, city, region, postalCode } = brand.address
  const sender = { name: brand.name, lines: [street, `${city}, ${region} ${postalCode}`] }
  const orderPath = id && `/admin/dashboard/orders/${encodeURIComponent(id)}`
  const back = orderPath
    ? { to: orderPath, label: 'Back to the order' }
    : { to: '/admin/dashboard/orders', label: 'Back to the orders' }
  return orWhyNotPrinted({ request, back }, async () => {
    const { orders, isCut } =
      id === undefined
        ? await ordersToPack(app, isPickList && isPicked(of) ? of : 'ready')
        : { orders: [(await orderToPack(app, id)) ?? unknownOrder()], isCut: false }
    if (orders.length === 0) {
      const message = isPickList
        ? 'No orders here have pieces to pick.'
        : 'No order is ready to pack.'
      throw new AppError('nothing_to_pack', 404, message)
    }
    const body = isPickList
      ? await (await import('#app/.server/documents/pick-list.ts')).pickListPdf(
          orders,
          formatDay(shopDay(app.now())),
          { isCut },
        )
      : await (await import('#app/.server/documents/packing-slip.ts')).packingSlipsPdf(
          orders,
          sender,
        )
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

function unknownOrder(): never {
  throw new AppError(
    'document_unknown',
    404,
    'This order doesn’t exist, so it has no packing slip.',
  )
}
