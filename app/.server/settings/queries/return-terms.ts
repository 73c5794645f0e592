import { and, desc, lte, type SQL } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cachedRead } from '#app/.server/platform/db/cached-read.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { returnTermVersions } from '#app/.server/platform/db/return-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { brand } from '#brand'

export type ReturnTerms = {
  /** Of the calendar, after delivery. */
  days: number
  /** What the pieces may weigh less or more than they were sold as. */
  tolerance: Milligrams
  /** Where to send the pieces, and how; mailed to the buyer when a return is accepted. */
  instructions: string
  /** Whether engraved pieces are taken back for a change of mind [RETURN-14]. */
  takesEngraved: boolean
}

/** Until an owner saves others. The launch check asks for the days (content/legal). */
export const returnDefaults: ReturnTerms = {
  days: 30,
  tolerance: 100 as Milligrams,
  // As the built-in terms say of custom and altered pieces.
  takesEngraved: false,
  get instructions() {
    const { street, city, region, postalCode } = brand.address
    return `Please pack it well, put a note with the order number in, insure the parcel for the price, and send it to: ${brand.name}, ${street}, ${city}, ${region} ${postalCode}.`
  },
}

async function latest(orm: Orm, where?: SQL): Promise<ReturnTerms> {
  const [row] = await orm
    .select()
    .from(returnTermVersions)
    .where(and(where))
    .orderBy(desc(returnTermVersions.id))
    .limit(1)
  if (!row) return returnDefaults
  return {
    days: row.days,
    tolerance: row.toleranceMg as Milligrams,
    instructions: row.instructions,
    takesEngraved: row.takesEngraved,
  }
}

/** As they are stored now. */
export const storedReturnTerms = (orm: Orm): Promise<ReturnTerms> => latest(orm)

/** For the screen of an owner. */
export const returnTermsNow = (app: AppContext): Promise<ReturnTerms> =>
  withDatabase(app, ({ orm }) => storedReturnTerms(orm))

/** The days an order was sold with, or those of today where they are more [RETURN-04]. */
export async function returnDaysOf(orm: Orm, placedAt: Date): Promise<number> {
  const [then, now] = [await latest(orm, lte(returnTermVersions.at, placedAt)), await latest(orm)]
  return Math.max(then.days, now.days)
}

const readReturnTerms = cachedRead('settings', storedReturnTerms)

/** For pages; as last read well while the database is away, else the defaults. */
export async function returnTerms(app: AppContext): Promise<ReturnTerms> {
  const read = await readReturnTerms(app)
  if (!read) return app.cache.returnTerms ?? returnDefaults
  app.cache.returnTerms = read.value
  return read.value
}
