import { and, desc, lte, type SQL } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { returnTermVersions } from '#app/.server/platform/db/return-schema.ts'
import { returnTermsForm } from '#app/contracts/returns/return-terms.ts'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { brand } from '#brand'
import { changedFields, declareShownSetting } from './setting.ts'

export type ReturnTerms = {
  /** Of the calendar, after delivery. */
  days: number
  /** What the pieces may weigh less or more than they were sold as. */
  tolerance: Milligrams
  /** Whether engraved pieces can be returned for a change of mind [RETURN-14]. */
  takesEngraved: boolean
  /** Where to send the pieces, and how; mailed to the buyer when a return is accepted. */
  instructions: string
}

/** The launch check asks for the days (content/legal). */
const defaults: ReturnTerms = {
  days: 30,
  tolerance: 100 as Milligrams,
  // As the built-in terms say of custom and altered pieces.
  takesEngraved: false,
  get instructions() {
    return `Please pack it well, include a note with the order number, insure the package for the price, and send it to: ${brand.name}, ${addressLine(brand.address)}.`
  },
}

async function latest(orm: Orm, where?: SQL): Promise<ReturnTerms | undefined> {
  const [row] = await orm
    .select()
    .from(returnTermVersions)
    .where(and(where))
    .orderBy(desc(returnTermVersions.id))
    .limit(1)
  if (!row) return undefined
  const { days, toleranceMg, takesEngraved, instructions } = row
  return { days, tolerance: toleranceMg as Milligrams, takesEngraved, instructions }
}

const rowOf = ({ days, tolerance, takesEngraved, instructions }: ReturnTerms) => ({
  ...{ days, toleranceMg: tolerance as number, instructions, takesEngraved },
})

/** Each save is a version: orders keep the days they were sold with, where those are more [RETURN-04]. */
export const returnTermsSetting = declareShownSetting<ReturnTerms>({
  form: returnTermsForm,
  defaults,
  read: (orm) => latest(orm),
  write: (tx, terms, saved) => tx.insert(returnTermVersions).values({ ...rowOf(terms), ...saved }),
  entry(terms, before = defaults) {
    const { days, ...row } = rowOf(terms)
    const changes = changedFields(rowOf(before), { days, ...row })
    return {
      action: 'settings.return_terms_updated',
      facts: { from: before.days, to: days, ...row, changes },
    }
  },
})

/** The days an order was sold with, or those of today where they are more [RETURN-04]. */
export async function returnDaysOf(orm: Orm, placedAt: Date): Promise<number> {
  const then = (await latest(orm, lte(returnTermVersions.at, placedAt))) ?? defaults
  return Math.max(then.days, (await returnTermsSetting.stored(orm)).days)
}
