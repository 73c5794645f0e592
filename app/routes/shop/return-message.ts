import type { BuyerReturn } from '#app/.server/returns/queries/buyer-returns.ts'
import { formatCents } from '#app/domain/money/cents.ts'

/** Where a return stands, for its buyer. */
export function returnMessage({ state, wasHere, refunded }: BuyerReturn): string {
  switch (state) {
    case 'asked':
      return 'You asked to return it. We’ll reply by email; please keep it until then.'
    case 'accepted':
      return 'We’ve approved your return. Our email says how to send it.'
    case 'sent back':
      return 'It’s on its way to us.'
    case 'received':
      return 'We’ve received it. We’re inspecting and weighing it.'
    case 'weighed':
      return 'We’ve received and weighed it. We’ll reply by email.'
    case 'refunded':
      return refunded === null
        ? 'We accepted the return.'
        : `We accepted the return and are refunding ${formatCents(refunded)} the same way you paid.`
    case 'refused':
      return wasHere
        ? 'We couldn’t accept the return and are sending it back to you. Our email says why.'
        : 'We can’t accept the return. Our email says why.'
    case 'called off':
      return 'This return was canceled.'
  }
}
