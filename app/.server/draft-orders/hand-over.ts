import type { DraftOrderInput } from '#app/contracts/draft-orders/draft-order.ts'
import {
  type HandOverItem,
  readScale,
  serialField,
  type WeighedAtSale,
} from '#app/contracts/draft-orders/hand-over.ts'
import type { Role } from '#app/domain/access/rights.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { formatScale, scaleToDecimal } from '#app/domain/money/grams.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { formatOff } from '#app/domain/weighing/evaluate-weight.ts'
import { serialOf } from '#app/domain/weighing/serial.ts'
import { isFitToSend } from '#app/domain/weighing/to-weigh.ts'
import { brand } from '#brand'
import type { AppContext } from '../app-context.ts'
import { handOverAtSale } from '../fulfillment/commands/record-shipment.ts'
import { nextSerial, type WeighedItem } from '../orders/weighed-items.ts'
import type { Orm } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { weighItemIn } from '../weighing/commands/weigh-item.ts'

/** As many are weighed on one screen. */
const maxAtOnce = 40

/**
 * The pieces that the buyer takes along with the sale, each to be weighed before; null where none is [SALE-27].
 * Only what is all paid leaves, and custom work is not made yet.
 */
export async function itemsToHandOver(
  orm: Orm,
  { handOver, wasHandedOver, received, custom, address }: DraftOrderInput,
  lines: readonly Pick<QuoteLine, 'name' | 'size' | 'weight' | 'quantity'>[],
): Promise<HandOverItem[] | { refused: string } | null> {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const why = handOverProblem({ isPaid: received !== null, isCustom: custom !== null, count })
  if (handOver === 'now' && why) return { refused: why }
  const isNow = handOver === 'now' || (handOver === 'auto' && (wasHandedOver || !address?.line1))
  if (!isNow || why) return null
  let next = await nextSerial(orm)
  return lines.flatMap(({ name, size, weight, quantity }, line) =>
    Array.from({ length: quantity }, (_, at) => ({
      ...{ line, item: at + 1, sold: weight as Milligrams },
      name: `${name}, ${size}${quantity > 1 ? `, ${at + 1} of ${quantity}` : ''}`,
      suggested: serialOf(brand.name, next++),
    })),
  )
}

type Sale = { isPaid: boolean; isCustom: boolean; count: number }

function handOverProblem({ isPaid, isCustom, count }: Sale): string | null {
  if (!isPaid)
    return 'Only pieces paid for now can be handed over now. Choose how they were paid for.'
  if (isCustom) return 'Custom work is handed over from the order page once it’s paid in full.'
  if (count > maxAtOnce) {
    return `To hand over more than ${maxAtOnce} pieces, use the order page.`
  }
  return null
}

/** Before anything is stored: a piece without its weight is not handed over [WEIGH-01]. */
export function weighedAtSale(
  items: readonly HandOverItem[],
  scale: Readonly<Record<string, string>>,
): WeighedAtSale[] {
  const { weighed, errors } = readScale(scale, items)
  if (Object.keys(errors).length === 0) return weighed
  throw notHandedOver('Each piece has to be weighed before it’s handed over.', errors)
}

export type HandOver = { weighed: readonly WeighedAtSale[]; by: string; role: Role }

/**
 * Weighs and hands over all of an order that was paid just now, in the transaction that makes it: a piece that
 * may not leave leaves nothing behind. Its certificates are issued once that is committed.
 */
export async function handOver(
  tx: Orm,
  app: AppContext,
  id: string,
  { weighed, by, role }: HandOver,
): Promise<void> {
  for (const piece of weighed) {
    const item = await weighItemIn(tx, app, { ...piece, id, by, role, seen: 0 }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'serial_taken') throw error
        const message = `${piece.serial} is the serial number of another piece.`
        throw notHandedOver(message, { [serialField(piece)]: message })
      },
    )
    if (!isFitToSend(item) || item.waits !== null) {
      const isOneOfMany = weighed.some(
        ({ line, item }) => line === piece.line && item !== piece.item,
      )
      throw notHandedOver(weightProblem(item, isOneOfMany))
    }
  }
  await handOverAtSale(tx, app, { id, by })
}

/** A line has one weight, so one of several pieces with another needs its own line. */
function weightProblem({ serial, sold, actual }: WeighedItem, isOneOfMany: boolean): string {
  const field = isOneOfMany
    ? 'under “Weight in grams” of a separate line'
    : 'under “Weight in grams”'
  return `${serial} weighs ${formatScale(actual)}, which is ${formatOff(sold, actual, 'priced')}. It can’t be sold at this price. Enter ${scaleToDecimal(actual)} ${field} and review the price again. The flat fee stays the same. Or weigh another piece, or choose “Ship or hold for pickup later.”`
}

const notHandedOver = (message: string, errors: Record<string, string> = {}) =>
  new AppError('not_handed_over', 422, `${message} The order wasn’t created.`, {
    details: { errors },
  })
