import type { ListedPayment } from '#app/.server/payments/queries/unmatched-payments.ts'

/** Ids of Stripe and of the shop have letters that an address gives another meaning. */
export const paymentAddress = (id: string) => `/admin/dashboard/payments/${encodeURIComponent(id)}`

/** Why it has no order, as far as can be told. */
export function whatItWas({
  isByLink,
  isWire,
  namedOrder,
  order,
  isErased,
}: ListedPayment): string {
  if (order) return `Matched to order ${order.number}`
  if (isWire) return 'A wire to an account number that belongs to no order'
  if (isErased) return 'Payer and purpose were erased'
  if (isByLink) return 'Sold through a Stripe payment link'
  if (namedOrder) return `Names order ${namedOrder}, which doesn’t exist here`
  return 'No order number'
}

/** What happened to it, in a word. */
export function PaymentMark({ payment }: { payment: ListedPayment }) {
  const { isOpen, isDisputed, refunded, amount, order } = payment
  const word = isOpen
    ? 'Needs review'
    : order
      ? 'Matched'
      : amount !== null && refunded >= amount
        ? 'Refunded'
        : 'Resolved'
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
