import { z } from 'zod'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'
import { checkbox } from '../platform/form-data.ts'
import { readBy } from '../platform/text.ts'

/** No shop sells for more, and a slip of the finger is seen. */
const maxDollars = 1_000_000

const upTo = (most: number, example: number) =>
  readBy(
    (text) => {
      const amount = parseDollarInput(text)
      return amount !== null && amount >= 0 && amount <= most * 100 ? amount : null
    },
    `Please enter dollars from 0 to ${most.toLocaleString('en-US')}, such as ${example}.`,
    z.string(),
  )
const dollars = upTo(maxDollars, 5000)

const tolerance = readBy(
  (text) => {
    const input = withoutUnit(text.trim(), ['g'])
    const mg = /^\d(\.\d{1,2})?$/.test(input) ? Math.round(Number(input) * 1000) : null
    return mg !== null && mg <= 1000 ? mg : null
  },
  'Please enter grams from 0 to 1 with no more than two decimals, such as 0.05.',
  z.string(),
)

const limit = readBy(
  (text) => {
    const input = withoutUnit(text.trim(), ['%'])
    const permille = /^\d{1,2}(\.\d)?$/.test(input) ? Math.round(Number(input) * 10) : 0
    return permille >= 1 && permille <= 200 ? permille : null
  },
  'Please enter a percentage from 0.1 to 20 with no more than one decimal, such as 5.',
  z.string(),
)

/** Of the form and of the audit log. */
export const riskLabels = {
  highValue: 'Review orders of at least ($)',
  threeDSecure: 'Require bank verification (3D Secure) for orders of at least ($)',
  toleranceMg: 'Weight tolerance',
  limitPermille: 'Maximum weight difference to ship (%)',
  secondReading: 'Require a second weighing for refunds over ($)',
  workshopLimit: 'Workshop refund limit ($)',
}

/** From which totals an order is looked at more closely [HOLD-06], and how a piece is weighed [WEIGH-07]. */
export const riskForm = z.object({
  /** In mg, and in thousandths. */
  toleranceMg: tolerance,
  limitPermille: limit,
  /** Of refunds for missing gold [WEIGH-13, WEIGH-14]. */
  secondReading: upTo(1000, 10),
  workshopLimit: upTo(10_000, 100),
  highValue: dollars,
  threeDSecure: dollars,
  compareCountries: checkbox,
})
