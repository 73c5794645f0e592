import type { BuyerReturn } from '#app/.server/orders/queries/buyer-returns.ts'
import { formatCents } from '#app/domain/money/cents.ts'

/** Where a return stands, for its buyer. */
export function returnSentence({ state, wasHere, refunded }: BuyerReturn): string {
  switch (state) {
    case 'asked':
      return 'You asked to return it. A mail brings our answer; please keep it until then.'
    case 'accepted':
      return 'We take it back. Our mail says how to send it.'
    case 'sent back':
      return 'It is on its way to us.'
    case 'received':
      return 'It is here. We look at it and weigh it.'
    case 'weighed':
      return 'It is here and was weighed. A mail brings our answer.'
    case 'refunded':
      return refunded === null
        ? 'We took it back.'
        : `We took it back, and ${formatCents(refunded)} goes back the way it came.`
    case 'refused':
      return wasHere
        ? 'We could not take it back, and send it to you again. Our mail says why.'
        : 'We cannot take it back. Our mail says why.'
    case 'called off':
      return 'This return was called off.'
  }
}
