import type { PaymentNews } from '#app/domain/orders/payment.ts'

/** Where the goods go. All fields as given by the shopper, trimmed. */
export type PaymentAddress = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

/** What a provider told, already verified as its own and put into the shop's words. */
export type PaymentEvent = PaymentNews & {
  /** The provider's name of this telling; the same one again is the same event. */
  id: string
  provider: 'test' | 'stripe'
  /** Which order it is about: by the payment session it was opened with, or by the order's own id. */
  about: { session: string } | { orderId: string }
  email: string | null
  address: PaymentAddress | null
  /** As received, for the books; without secrets and card data. */
  payload: Record<string, unknown>
}
