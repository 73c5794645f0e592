import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pickupCodeOf } from '#app/domain/fulfillment/pickup.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { pickups } from '../platform/db/fulfillment-schema.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'

type PickupRow = typeof pickups.$inferSelect

/** Null until it is ready. */
export async function pickupOf(orm: Orm, orderId: string): Promise<PickupRow | null> {
  const [pickup] = await orm.select().from(pickups).where(eq(pickups.orderId, orderId))
  return pickup ?? null
}

/** What the buyer shows. The database alone does not tell it [PICKUP-02]. */
export const pickupCode = (
  { secret }: Pick<AppContext, 'secret'>,
  { orderId, nonce }: Pick<PickupRow, 'orderId' | 'nonce'>,
): string =>
  pickupCodeOf(createHmac('sha256', secret).update(`pickup/v1 ${orderId} ${nonce}`).digest())

/** The code of a paid order that is ready, for its buyer; null for any other. */
export async function codeForBuyer(
  orm: Orm,
  app: Pick<AppContext, 'secret'>,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
): Promise<string | null> {
  const pickup = state === 'paid' ? await pickupOf(orm, id) : null
  return pickup && pickupCode(app, pickup)
}

export const pickupRefused = (message: string, status = 409, errors?: Record<string, string>) =>
  new AppError('pickup_refused', status, `${message} Nothing was changed.`, {
    ...(errors && { details: { errors } }),
  })
