import { PriceAlertForm } from '../price-alert-form.tsx'

/** The sizes above belong to this form too, so that it knows the chosen one without JavaScript. */
export const priceAlertFormId = 'price-alert'

/** Asks for an email about the chosen size; folded, since most visitors have come to look or buy. */
export function PriceAlert({ product }: { product: string }) {
  return (
    <details className="border-line border-b py-3">
      <summary className="min-h-6 font-medium">Email me when this size is under…</summary>
      <PriceAlertForm id={priceAlertFormId} product={product} />
    </details>
  )
}
