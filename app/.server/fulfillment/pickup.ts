import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { codesLeft, isPickup, maxWrongCodes, pickupCodeOf } from '#app/domain/fulfillment/pickup.ts'
import type { Orm } from '../platform/db/database.ts'
import { pickups } from '../platform/db/fulfillment-schema.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { derived, isSameText, readableSecrets, type ShopSecrets } from '../platform/secret.ts'

type PickupRow = typeof pickups.$inferSelect

/** Null until it is ready. */
export async function pickupOf(orm: Orm, orderId: string): Promise<PickupRow | null> {
  const [pickup] = await orm.select().from(pickups).where(eq(pickups.orderId, orderId))
  return pickup ?? null
}

export type ShownPickup = { readyAt: Date | null; readyBy: string | null }

/** For staff; null where it is shipped. */
export async function shownPickup(orm: Orm, order: OrderRow): Promise<ShownPickup | null> {
  if (!isPickup(order)) return null
  const pickup = await pickupOf(orm, order.id)
  return { readyAt: pickup?.readyAt ?? null, readyBy: pickup?.readyBy ?? null }
}

type Coded = Pick<PickupRow, 'orderId' | 'nonce'>

/** What the buyer shows. The database alone does not tell it [PICKUP-02]. */
const codeBy = (secret: string, { orderId, nonce }: Coded) =>
  pickupCodeOf(
    createHmac('sha256', derived(secret, 'pickup/v1')).update(`${orderId} ${nonce}`).digest(),
  )

/** Also a code that was emailed before the secret of the shop was changed. */
export const isPickupCode = (app: ShopSecrets, pickup: Coded, code: string): boolean =>
  readableSecrets(app).some((secret) => isSameText(code, codeBy(secret, pickup)))

/** The code of a paid order that is ready, for its buyer; null for any other, and while it is on hold. */
export async function codeForBuyer(
  orm: Orm,
  { secret }: Pick<ShopSecrets, 'secret'>,
  { id, state, holdReason, openHolds }: Pick<OrderRow, 'id' | 'state' | 'holdReason' | 'openHolds'>,
): Promise<string | null> {
  const mayLeave = state === 'paid' && holdReason === null && openHolds === 0
  const pickup = mayLeave ? await pickupOf(orm, id) : null
  return pickup && codeBy(secret, pickup)
}

/** It is not ready after all: its code is not valid any longer, and the next time it gets another [PICKUP-08]. */
export async function deletePickup(tx: Orm, orderId: string, now: Date): Promise<void> {
  const pickup = await pickupOf(tx, orderId)
  // Otherwise it would give more guesses [PICKUP-04].
  if (pickup && codesLeft(pickup, now) < maxWrongCodes) {
    throw pickupRefused('A wrong pickup code was entered. Wait an hour before you move it back.')
  }
  await tx.delete(pickups).where(eq(pickups.orderId, orderId))
}

export const pickupRefused = (message: string, status = 409, errors?: Record<string, string>) =>
  new AppError('pickup_refused', status, `${message} Nothing was changed.`, {
    ...(errors && { details: { errors } }),
  })
