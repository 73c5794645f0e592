import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { type Claim, type ClaimRow, claimsOfOrder } from '#app/.server/inventory/reservations.ts'
import { lockedStock, lockStock, writeStock } from '#app/.server/inventory/stock.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { stockClaims } from '#app/.server/platform/db/stock-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { putBack } from '#app/domain/inventory/stock.ts'

/** `size`: the key of a size that is counted. Left out: all sizes of the product count together. */
type AboutPieces = StaffOrder & { product: string; size?: string }

/** Staff say that sold pieces are here again and for sale [STOCK-08]; nothing of it happens by itself. */
export async function putPiecesBack(
  app: AppContext,
  { count, ...asked }: AboutPieces & { count: number },
): Promise<void> {
  await deciding(app, asked, async (tx, claim, at) => {
    if (claim.back + count > claim.quantity) {
      const all = claim.back === claim.quantity ? 'All of it is' : `${claim.back} of it are`
      throw refused(`${all} for sale again already.`)
    }
    const stock = lockedStock(await lockStock(tx, [claim.productId]), claim)
    if (!stock || stock.pieces === null) {
      throw refused(`${claim.name} is not counted any more, or was deleted.`)
    }
    await writeStock(tx, claim, putBack(stock, count), at)
    return {
      columns: { back: claim.back + count, kept: false },
      why: `${count} × ${claim.name}: for sale again.`,
    }
  })
}

/** They say that what came back is not for sale. */
export async function keepPiecesOut(app: AppContext, asked: AboutPieces): Promise<void> {
  await deciding(app, asked, async (_tx, { name }) => ({
    columns: { kept: true },
    why: `${name}: stays sold.`,
  }))
}

type Decision = { columns: Partial<Pick<ClaimRow, 'back' | 'kept'>>; why: string }

async function deciding(
  app: AppContext,
  { id, revision, by, product, size = '' }: AboutPieces,
  decide: (tx: Orm, claim: Claim, at: Date) => Promise<Decision>,
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      await refuseWhereChanged(tx, order, revision)
      const claim = (await claimsOfOrder(tx, id)).find(
        (each) => each.productId === product && each.size === size,
      )
      if (claim?.state !== 'sold') throw refused('This order sold no counted piece of it.')
      const { columns, why } = await decide(tx, claim, at)
      await tx
        .update(stockClaims)
        .set({ ...columns, at })
        .where(
          and(
            eq(stockClaims.orderId, id),
            eq(stockClaims.productId, product),
            eq(stockClaims.size, size),
          ),
        )
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.pieces_decided',
        target: { type: 'order', id },
        facts: { number: order.number, what: why },
      })
    }),
  )
}

const refused = (sentence: string) =>
  new AppError('pieces_refused', 409, `${sentence} Nothing was changed.`)
