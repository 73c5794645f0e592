import type { AppContext } from '#app/.server/app-context.ts'
import { saveSalesTax } from '#app/.server/settings/commands/save-sales-tax.ts'
import { salesTaxForm } from '#app/contracts/tax/sales-tax.ts'

/** Staff switch sales tax on, registered in Washington, or change it. */
export async function collectsTax(
  app: AppContext,
  more: { enabled?: boolean; states?: string[] } = {},
) {
  const typed = { enabled: true, states: ['WA'], taxCode: 'txcd_99999999', ...more }
  await saveSalesTax(app, salesTaxForm.parse(typed), 'ann@example.com')
}
