import type { BuyerReturn } from '#app/.server/returns/queries/buyer-returns.ts'
import { formatCents } from '#app/domain/money/cents.ts'

/** Where a return stands, for its buyer. */
export function returnMessage({ state, wasHere, refunded }: BuyerReturn): string {
  switch (state) {
    case 'asked':
      return 'You asked to return it. We will answer by email; please keep it until then.'
    case 'accepted':
      return 'We take it back. Our email says how to send it.'
    case 'sent back':
      return 'It is on its way to us.'
    case 'received':
      return 'It is here. We are checking and weighing it.'
    case 'weighed':
      return 'It is here and was weighed. We will answer by email.'
    case 'refunded':
      return refunded === null
        ? 'We took it back.'
        : `We took it back, and ${formatCents(refunded)} goes back the way it came.`
    case 'refused':
      return wasHere
        ? 'We could not take it back, and are sending it back to you. Our email says why.'
        : 'We cannot take it back. Our email says why.'
    case 'called off':
      return 'This return was canceled.'
  }
}
