import type { AppContext } from '#app/.server/app-context.ts'
import { saveDiscountCode } from '#app/.server/discounts/commands/save-discount-code.ts'
import { discountForms } from '#app/contracts/discounts/discount-code.ts'

/** A code as an owner types it: 10% off the fee, unless the test is about another. */
export async function makeCode(app: AppContext, typed: Record<string, string> = {}): Promise<void> {
  const form = discountForms.save.parse({
    ...{ code_id: '', revision: '', code: 'SUMMER-10', kind: 'percent', value: '10', pieces: '' },
    ...typed,
  })
  await saveDiscountCode(app, { ...form, by: 'ann@example.com' })
}
