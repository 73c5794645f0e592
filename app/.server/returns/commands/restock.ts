import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { ClaimRow } from '#app/.server/inventory/reservations.ts'
import { lockedStock, lockStock, writeStock } from '#app/.server/inventory/stock.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { stockClaims } from '#app/.server/platform/db/stock-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { putBack } from '#app/domain/inventory/stock.ts'
import { type ClaimHere, claimsHere } from '../queries/restockable-pieces.ts'

/** `size`: the key of a size that is counted. Left out: all sizes of the product count together. */
type AboutPieces = VersionedOrder & { product: string; size?: string }

/** Staff say that sold pieces that are here again are for sale [STOCK-08]; nothing of it happens automatically. */
export function putPiecesBack(
  app: AppContext,
  { count, ...asked }: AboutPieces & { count: number },
): Promise<void> {
  return deciding(app, asked, async (tx, claim, at) => {
    const why = putBackProblem(claim, count)
    if (why) throw refused(why)
    const stock = lockedStock(await lockStock(tx, [claim.productId]), claim)
    if (!stock || stock.pieces === null) {
      throw refused(`${claim.name} is no longer counted, or was deleted.`)
    }
    await writeStock(tx, claim, putBack(stock, count), at)
    return {
      columns: { back: claim.back + count, kept: false },
      why: `${count} × ${claim.name}: for sale again.`,
    }
  })
}

/** They say that what came back is not for sale. */
export function keepItemsOffSale(app: AppContext, request: AboutPieces): Promise<void> {
  return deciding(app, request, async (_tx, { name }) => ({
    columns: { kept: true },
    why: `${name}: stays sold.`,
  }))
}

/** Whatever the form says, no piece that its buyer has, or that is for sale again already [STOCK-15]. */
function putBackProblem({ quantity, back, here }: ClaimHere, count: number): string | null {
  if (back + count <= here) return null
  if (back === quantity) return 'All of it is already for sale again.'
  const left = here - back
  if (left > 0) return `Only ${left} more can be put back on sale.`
  return 'None of it is here. It wasn’t returned, and it wasn’t refunded before it shipped.'
}

type Decision = { columns: Partial<Pick<ClaimRow, 'back' | 'kept'>>; why: string }

function deciding(
  app: AppContext,
  { product, size = '', ...request }: AboutPieces,
  decide: (tx: Orm, claim: ClaimHere, at: Date) => Promise<Decision>,
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, assertUnchanged, save }) => {
    await assertUnchanged()
    const lines = await linesOfOrder(tx, order.id)
    const claims = await claimsHere(tx, order, lines, await parcelsOfOrder(tx, order.id))
    const claim = claims.find((each) => each.productId === product && each.size === size)
    if (claim?.state !== 'sold') throw refused('This order didn’t sell any counted pieces of it.')
    const { columns, why } = await decide(tx, claim, at)
    await tx
      .update(stockClaims)
      .set({ ...columns, at })
      .where(
        and(
          eq(stockClaims.orderId, order.id),
          eq(stockClaims.productId, product),
          eq(stockClaims.size, size),
        ),
      )
    await save({ why, audit: { action: 'order.pieces_decided', facts: { what: why } } })
  })
}

const refused = (message: string) =>
  new AppError('pieces_refused', 409, `${message} Nothing was changed.`)
