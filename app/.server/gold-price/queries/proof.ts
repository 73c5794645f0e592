import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { goldPriceDays } from '#app/.server/platform/db/signing-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { currentSigningKey } from '#app/.server/signing/signing-key.ts'
import { dateOf, openDays, signedFile } from '../proof-days.ts'

const sentence = 'The price records can’t be loaded right now.'

/**
 * The signed file of a day [PROOF-04]. One that is not over yet, or not signed yet, is signed as it is at
 * this moment and marked as unfinished.
 */
export function proofFile(
  app: AppContext,
  date: string,
): Promise<{ text: string; finished: boolean }> {
  return withDatabase(
    app,
    async ({ orm }) => {
      if (!isDate(date)) {
        throw new AppError('bad_date', 400, 'Enter the day as a date, like 2026-03-11.')
      }
      const [signed] = await orm
        .select({ file: goldPriceDays.file })
        .from(goldPriceDays)
        .where(eq(goldPriceDays.day, date))
      if (signed) return { text: signed.file, finished: true }
      const now = app.now()
      if (date > dateOf(now)) throw new AppError('no_such_day', 404, 'This day hasn’t started yet.')
      const day = (await openDays(orm, now)).find((open) => open.date === date)
      if (!day) throw new AppError('no_such_day', 404, 'The shop has no prices for that day.')
      if (!day.holds) {
        throw new AppError(
          'day_does_not_hold',
          503,
          'The check failed: the prices stored for this day don’t match their chain, so the day isn’t signed.',
        )
      }
      return { text: signedFile(app, await currentSigningKey(app), day, false), finished: false }
    },
    sentence,
  )
}

/** `2026-03-11`, a day that there is in a calendar. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dateOf(at) === text
}
