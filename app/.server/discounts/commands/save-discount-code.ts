import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type DiscountCodeRow, discountCodes } from '#app/.server/platform/db/discount-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { DiscountInput } from '#app/contracts/discounts/discount-code.ts'
import { codeKey } from '#app/domain/discounts/discount-code.ts'
import { plusDays } from '#app/domain/time/day.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { describeCode } from '../describe-code.ts'

const refused = (field: string, message: string, status = 422) =>
  new AppError('code_refused', status, message, { details: { errors: { [field]: message } } })

export const belowMetal =
  'With this code, a piece can cost less than the gold in it. To allow that, check the box below and save again.'

/**
 * Makes a discount code or changes one [CODE-10]. One that is also off the gold is saved only once an owner
 * confirmed it. Orders and quotes that have it keep what they had.
 */
export async function saveDiscountCode(
  app: AppContext,
  input: DiscountInput & { by: string },
): Promise<string> {
  const { off, offMetal, sure, changes, from, until } = input
  const key = codeKey(input.code)
  if (key === null) throw new RangeError('A code without a key')
  if (offMetal && !sure) throw refused('sure', belowMetal, 409)
  const midnight = (day: string) => instantOf(`${day}T00:00`, brand.timeZone)
  await staffTransaction(app, input, async (tx, { at, audit }) => {
    const values = {
      ...{ code: input.code.toUpperCase(), key, offMetal },
      percent: 'percent' in off ? off.percent : null,
      amountCents: 'amount' in off ? off.amount : null,
      productIds: await piecesOf(tx, input.pieces),
      startsAt: from === null ? null : midnight(from),
      endsAt: until === null ? null : midnight(plusDays(until, 1)),
      minTotalCents: input.minTotal ?? 0,
      maxUses: input.maxUses,
      maxUsesPerEmail: input.maxUsesPerEmail,
      updatedAt: at,
    }
    const [same] = await tx.select().from(discountCodes).where(eq(discountCodes.key, key))
    if (same && same.id !== changes?.codeId) {
      throw refused('code', `There is already a code ${same.code}.`)
    }
    const before = changes && (await codeBefore(tx, changes))
    const [saved] = changes
      ? await tx
          .update(discountCodes)
          .set({ ...values, revision: changes.revision + 1 })
          .where(eq(discountCodes.id, changes.codeId))
          .returning()
      : await tx
          .insert(discountCodes)
          .values({ ...values, createdAt: at })
          .onConflictDoNothing()
          .returning()
    if (!saved) throw refused('code', `There is already a code ${values.code}.`)
    const isRenamed = before !== null && before.code !== saved.code
    const terms = (row: DiscountCodeRow) =>
      [...(isRenamed ? [row.code] : []), ...describeCode(row)].join('; ')
    await audit({
      action: 'discount.saved',
      facts: {
        code: (before ?? saved).code,
        before: before && terms(before),
        after: terms(saved),
      },
    })
  })
  return input.code.toUpperCase()
}

async function codeBefore(tx: Orm, { codeId, revision }: { codeId: number; revision: number }) {
  const [stored] = await tx
    .select()
    .from(discountCodes)
    .where(and(eq(discountCodes.id, codeId), eq(discountCodes.revision, revision)))
    .for('update')
  if (stored) return stored
  const message = 'Someone changed this code in the meantime. Nothing was saved. Please reload.'
  throw new AppError('code_changed', 409, message)
}

/** The ids of pieces that were named or numbered; null: all pieces. */
async function piecesOf(tx: Orm, named: readonly string[]): Promise<string[] | null> {
  if (named.length === 0) return null
  const names = named.map((name) => name.toLowerCase())
  const found = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(or(inArray(products.id, [...named]), inArray(sql`lower(${products.name})`, names)))
  const missing = named.find(
    (name) =>
      !found.some((each) => each.id === name || each.name.toLowerCase() === name.toLowerCase()),
  )
  if (missing) throw refused('pieces', `There’s no product “${missing}”. Enter its name or number.`)
  return [...new Set(found.map(({ id }) => id))].toSorted()
}
