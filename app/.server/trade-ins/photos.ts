import { and, asc, eq } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { tradeInPhotos, tradeIns } from '../platform/db/trade-in-schema.ts'
import { withDatabase } from '../platform/db/with-database.ts'

export type TradeInPhoto = { id: string; at: Date; by: string; width: number; height: number }

/** The photographs of a case, oldest first, without their bytes [TRADE-27]. */
export function photosOf(orm: Orm, tradeInId: string): Promise<TradeInPhoto[]> {
  const { id, at, by, width, height } = tradeInPhotos
  return orm
    .select({ id, at, by, width, height })
    .from(tradeInPhotos)
    .where(eq(tradeInPhotos.tradeInId, tradeInId))
    .orderBy(asc(at), asc(id))
}

export const photosForStaff = (app: AppContext, id: string): Promise<TradeInPhoto[]> =>
  withDatabase(app, ({ orm }) => photosOf(orm, id))

/** For staff by the id of the case, for its owner by the secret link; null for any other [TRADE-28]. */
export function photoFile(
  app: AppContext,
  by: { id: string } | { token: string },
  photo: string,
): Promise<Uint8Array | null> {
  return withDatabase(app, async ({ orm }) => {
    const isIts = 'id' in by ? eq(tradeIns.id, by.id) : eq(tradeIns.token, by.token)
    const [found] = await orm
      .select({ picture: tradeInPhotos.picture })
      .from(tradeInPhotos)
      .innerJoin(tradeIns, eq(tradeIns.id, tradeInPhotos.tradeInId))
      .where(and(isIts, eq(tradeInPhotos.id, photo)))
    return found?.picture ?? null
  })
}
