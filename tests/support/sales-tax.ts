import type { AppContext } from '#app/.server/app-context.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { salesTaxForm } from '#app/contracts/tax/sales-tax.ts'

/** Staff switch sales tax on, registered in Washington, or change it. */
export async function collectsTax(
  app: AppContext,
  more: { enabled?: boolean; states?: string[] } = {},
) {
  const input = { enabled: true, states: ['WA'], taxCode: 'txcd_99999999', ...more }
  await saveSetting(app, salesTaxSetting, salesTaxForm.parse(input), 'ann@example.com')
}
