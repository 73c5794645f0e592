import type { ListedPayment } from '#app/.server/payments/queries/unmatched-payments.ts'

/** Ids of Stripe and of the shop have letters that an address gives a meaning of its own. */
export const paymentAddress = (id: string) => `/admin/dashboard/payments/${encodeURIComponent(id)}`

/** Why it has no order, as far as can be told. */
export function whatItWas({
  isByLink,
  isWire,
  namedOrder,
  order,
  isErased,
}: ListedPayment): string {
  if (order) return `Attached to order ${order.number}`
  if (isWire) return 'A wire to an account number of no order'
  if (isErased) return 'Who paid, and what for, was erased'
  if (isByLink) return 'Sold by a payment link of a size'
  if (namedOrder) return `It names order ${namedOrder}, which is not here`
  return 'It names no order'
}

/** What became of it, in a word. */
export function PaymentMark({ payment }: { payment: ListedPayment }) {
  const { isOpen, isDisputed, refunded, amount, order } = payment
  const word = isOpen
    ? 'To review'
    : order
      ? 'Attached'
      : amount !== null && refunded >= amount
        ? 'Refunded'
        : 'Settled'
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <span
        className={`border px-2 py-0.5 text-sm ${isOpen ? 'border-alert text-alert' : 'border-line'}`}
      >
        {word}
      </span>
      {isDisputed && (
        <span className="border border-alert px-2 py-0.5 text-alert text-sm">Disputed</span>
      )}
    </span>
  )
}
