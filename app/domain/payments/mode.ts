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
  return provider === 'stripe' ? 'Stripe is in test mode' : 'The shop takes test payments only'
}

const realSale =
  'Cash counts as a test as well: number and receipt say so, and no live list, sales figure or tax report has it. For a real sale, an owner saves the live key of Stripe under Set up first, and the order is made after that.'

/** Before an order is made, and before a payment is recorded of one; null where it is real [MODE-06]. */
export function testNotice(order: TakenBy, what: 'order' | 'payment'): string | null {
  const why = whyTest(order)
  return why && `${why}: this ${what} will be recorded as a test. ${realSale}`
}

/** Something counted in each mode. */
export type ByMode<Counted> = Record<Mode, Counted>
