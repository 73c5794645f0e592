import { z } from 'zod'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { returnDaysRange } from '#app/domain/returns/last-return-day.ts'
import { parseScaleGrams } from '#app/domain/returns/return.ts'
import { checkbox } from '../platform/form-data.ts'
import { filledLine, line, readBy } from '../platform/text.ts'
import { maxInstructions } from './return.ts'

const { least, most } = returnDaysRange
const wrongDays = `Please enter whole days, from ${least} to ${most}.`
const wrongTolerance =
  'Please enter grams from 0 to 100 with no more than two decimals, such as 0.10.'

function toleranceOf(text: string): Milligrams | null {
  const input = /^0+(\.0{1,2})?$/.test(text) ? (0 as Milligrams) : parseScaleGrams(text)
  return input !== null && input <= 100_000 ? input : null
}

/** Of the form and of the audit log. */
export const returnTermsLabels = {
  days: 'Return window (days)',
  tolerance: 'Scale tolerance (g)',
  instructions: 'Return shipping instructions',
}

/** What the shop promises about returns, by an owner [RETURN-04]. */
export const returnTermsForm = z.object({
  days: line.pipe(
    z
      .string()
      .regex(/^\d{1,3}$/, wrongDays)
      .transform(Number)
      .pipe(z.number().min(least, wrongDays).max(most, wrongDays)),
  ),
  tolerance: readBy(toleranceOf, wrongTolerance, line),
  takesEngraved: checkbox,
  instructions: filledLine(
    'Please enter where and how buyers should send the pieces.',
    maxInstructions,
  ),
})
