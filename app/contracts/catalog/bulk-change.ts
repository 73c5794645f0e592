import { z } from 'zod'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import { maxFee } from '#app/domain/catalog/price-change.ts'
import { parseDollars } from '#app/domain/money/cents.ts'
import { parseExact } from '#app/domain/money/decimal.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { withoutUnit } from '#app/domain/text/typed-code.ts'
import { productLimits } from './product.ts'
import { hasText } from './product-refusal.ts'

const text = z
  .string()
  .default('')
  .transform((input) =>
    withoutDirection(input)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
const yesOrNo = z.enum(['', 'yes', 'no']).default('')

/** The form of a change of many products; what is left empty stays as it is. */
export const bulkChangeForm = z
  .object({
    fee: z.enum(['', 'set', 'add', 'percent']).default(''),
    amount: text,
    size: text,
    active: yesOrNo,
    featured: yesOrNo,
    category: z.enum(['', 'add', 'remove', 'replace']).default(''),
    category_name: text,
  })
  .transform((input, context): BulkChange => {
    const wrong = (name: string, message: string) => {
      context.addIssue({ code: 'custom', path: [name], message })
      return null
    }
    const fee = readFee(input.fee, input.amount, (message) => wrong('amount', message))
    const size = input.size === '' ? null : input.size
    const name = input.category_name
    if (input.category !== '' && !hasText(name)) wrong('category_name', 'Which category?')
    if (name.length > productLimits.category) {
      wrong('category_name', `Use no more than ${productLimits.category} characters.`)
    }
    return {
      fee: fee && { ...fee, size },
      active: input.active === '' ? null : input.active === 'yes',
      featured: input.featured === '' ? null : input.featured === 'yes',
      category: input.category === '' ? null : { how: input.category, name },
    }
  })

function readFee(how: '' | 'set' | 'add' | 'percent', input: string, wrong: (m: string) => null) {
  if (how === '') return input === '' ? null : wrong('What should happen with this amount?')
  if (how === 'percent') {
    const hundredths = parseExact(withoutUnit(input, ['%']), 2)
    if (hundredths === null || hundredths < -10_000n || hundredths > 100_000n) {
      return wrong('Please enter a percentage from -100 to 1000 with no more than two decimals.')
    }
    return { how, hundredths: Number(hundredths) }
  }
  const amount = parseDollars(dollars(input))
  const least = how === 'set' ? 0 : -maxFee
  if (amount === null || amount < least || amount > maxFee) {
    return wrong(
      how === 'set'
        ? 'Please enter an amount in dollars, like 750 or 750.50.'
        : 'Please enter an amount in dollars, like 50 or -50.',
    )
  }
  return { how, amount }
}

/** `$1,250.00` → `1250.00`, `-$50` → `-50`. */
function dollars(input: string): string {
  const amount = input.replace(/^([+-]?)\s*\$\s*/, '$1')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}
