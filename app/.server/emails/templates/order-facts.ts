import type { RefusedDebit } from '#app/.server/payments/queries/refused-debit.ts'
import type { ShippingAddress } from '#app/.server/platform/db/columns.ts'
import type { PickupPlace } from '#app/.server/settings/queries/order-shipping-texts.ts'
import type { Shipping } from '#app/.server/settings/shipping.ts'
import type { BuyerParcel } from '#app/domain/fulfillment/buyer-parcel.ts'
import type { SaleParts } from '#app/domain/ledger/ledger.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import type { ByHand } from '#app/domain/payments/offline-payment.ts'
import type { PaymentRequestKind } from '#app/domain/payments/payment-request-link.ts'
import type { Day } from '#app/domain/time/day.ts'

/** The notice of a delay that an email is about. */
export type DelayFacts = {
  oldShipBy: Day
  newShipBy: Day
  reason: string
  decision: 'kept' | 'canceled' | 'lapsed' | 'replaced' | null
  answerBy: Day | null
  /** What it means when no answer comes. */
  silence: string
  /** They decide: left out of the copy that is kept. */
  links: { keep: string; cancel: string } | null
}

/** A payment of a draft order that is not its last. */
export type PartFacts = {
  amount: Cents
  /** With it, less refunds. */
  received: Cents
  /** Null while the price of the gold is not fixed. */
  left: Cents | null
  /** Of custom work. `isReached`: this payment completed it; `left`: what is missing of it. */
  deposit: { isReached: boolean; left: Cents; request: string } | null
}

/** The return that an email is about. */
type ReturnFacts = {
  /** `2 × Raven, Small` */
  pieces: readonly string[]
  /** In the words of the person who asked. */
  reason: string
  instructions: string
  /** Why it was refused. */
  refusal: string
  /** The pieces were here, and go to the buyer again. */
  wasHere: boolean
  /** How they go. */
  again: { tracking: string; href: string | null } | null
}

/** All that an email about an order may say. */
export type OrderFacts = {
  summary: OrderSummary
  isTest: boolean
  /** The way back to the order: its confirmation page for the buyer, its admin page for staff. */
  page: string
  /** The same page, which shows all for an hour. */
  confirmedPage: string
  /** What that link is for. */
  confirmedFor: string
  adminPage: string
  email: string | null
  /** Of the buyer; null where it is not known. */
  firstName: string | null
  /** In the emails of a paid order alone. */
  giftNote: string | null
  address: ShippingAddress | null
  /** The buyer took all of it along in person: nothing is shipped. */
  isHandedOver: boolean
  /** What the buyer shows to pick it up; null where it is not ready for pickup, and in what staff read. */
  pickupCode: string | null
  /** Where and when the buyer picks it up; null: it is shipped. */
  pickupPlace: PickupPlace | null
  /** Every piece was in stock: nothing of it must be made. */
  isFromStock: boolean
  /** Custom work that was finished before its balance was paid [SALE-15]. */
  isReady: boolean
  tracking: string | null
  /** Those an email about sending is about, and whether they are the order. */
  parcels: readonly BuyerParcel[]
  parcelOf: 'whole' | 'only' | 'last' | 'more follows'
  /** What each piece of them weighs: `Raven, Small, FN-000123: 28.30 g, 0.60 g less than sold`. */
  weighed: readonly string[]
  paymentReference: string | null
  holdReason: string | null
  /** What an email about a refund is about; null in one of an older shop, where all was refunded. */
  refund: {
    amount: Cents
    note: string
    /** Staff hand it back themselves. */
    isByHand: ByHand
    /**
     * What it reverses: the pieces (none where a sum was refunded) and the parts of the sale, in
     * cents.
     */
    lines: readonly { what: string; amount: Cents }[]
    credit: SaleParts
    /** Where the money goes: `the card you paid with`. */
    means: string
    /** Why, where some of it was no part of the sale, and what that is among its lines. */
    reason: string
    owed: string
    creditNote: { name: string; href: string } | null
  } | null
  part: PartFacts | null
  receipt: { name: string; href: string } | null
  /** Of pieces that were sent: `Raven, FN-000123`. */
  certificates: readonly { label: string; href: string }[]
  /** What was done to a certificate with its claim code: `The certificate of FN-000123 was reported lost …`. */
  certificateChange: { sentence: string; href: string } | null
  /** The notice of a delay that an email is about. */
  delay: DelayFacts | null
  /** The return that an email is about. */
  return: ReturnFacts | null
  /** Of an order paid by wire: what came, what is missing, until when the price stands. */
  wire: { received: Cents; missing: Cents; until: Date } | null
  /** What the buyer is told of their money on the page of the order; may be empty [REFUND-18]. */
  toldOfMoney: string
  /** In emails to staff: whether an email to the buyer says so. */
  toldByEmail: boolean
  /** The buyer was told how to send a wire for it. */
  wireAwaited: boolean
  /** More was paid than the order costs: by so much. In the emails of a paid order alone. */
  extra: Cents
  /** Of the emails about a wire that came after its order had ended, or was paid. */
  lateWire: { amount: Cents; state: OrderState } | null
  /** By when a bank debit that is on its way is expected, `Mon, Nov 30`; null for any other order. */
  debitBy: string | null
  /** When an order that waits for its bank is expected, `Dec 1 to 4`; null where it waits for none. */
  arrival: string | null
  /** Of the emails about a bank debit that failed. */
  refusedDebit: RefusedDebit | null
  /** When a paid order ships and arrives, as its page says: `Ships by Mon, Nov 30. Arrives about Dec 2 to 4.` */
  shipsAndArrives: string
  /** Of the email about a debit that failed: the products that are still in the catalog. */
  orderAgain: readonly { label: string; href: string }[]
  /** The last day to send it, `Mon, Nov 30`, and the moment when evidence of its dispute is due; null: none. */
  shipBy: string | null
  evidenceBy: string | null
  /** What an email with a payment link asks for; `href` is null in the copy that is kept. */
  paymentRequestLink: {
    amount: Cents
    /** Paid before, less refunds. */
    received: Cents
    kind: PaymentRequestKind
    until: Date
    agreement: string | null
    href: string | null
  } | null
  /** Why it must not be sent yet, a text for each. */
  heldBack: readonly string[]
  shipping: Shipping
}
