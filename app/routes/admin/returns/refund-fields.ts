import type { StaffReturn } from '#app/.server/returns/queries/order-returns.ts'
import { quantityField } from '#app/contracts/refunds/refund.ts'

/** The form of refunds as a return fills it in: its pieces, at their price. */
export const refundFieldsOf = ({ id, lines }: StaffReturn): Record<string, string> => ({
  return: id,
  of: 'lines',
  ...Object.fromEntries(lines.map(({ line, quantity }) => [quantityField(line), String(quantity)])),
  reason: 'Returned.',
})
