/**
 * Whether a real card is charged. Each order, payment event and shop is of one of them permanently, and the
 * two are never mixed (docs/decisions/007-the-life-of-an-order.md).
 */
export type Mode = 'live' | 'test'

export function modeOf({ livemode }: { livemode: boolean }): Mode {
  return livemode ? 'live' : 'test'
}

type TakenBy = { provider: 'test' | 'stripe'; live: boolean }

/**
 * Why an order is a test order, whatever it is paid with; null where it is a real one [MODE-06]. Its mode is
 * that of the shop, and not of one payment: number, receipt, ledger, sales figures and tax report have one.
 */
export function whyTest({ provider, live }: TakenBy): string | null {
  if (live) return null
  return provider === 'stripe' ? 'your Stripe account is in test mode' : 'your shop is in test mode'
}

const realSale =
  'Cash payments are recorded as tests, too. The order number and receipt are marked as tests, and the order won’t appear in your live orders, sales, or tax reports. Before you can record a real sale, an owner has to add your live Stripe key in Setup.'

/** Before an order is made, and before a payment is recorded of one; null where it is real [MODE-06]. */
export function testNotice(order: TakenBy, what: 'order' | 'payment'): string | null {
  const why = whyTest(order)
  return why && `Because ${why}, this will be a test ${what}. ${realSale}`
}

/** Something counted in each mode. */
export type ByMode<Counted> = Record<Mode, Counted>
