/**
 * Whether a real card is charged. Each order, payment event and shop is of one of them permanently, and the
 * two are never mixed (docs/decisions/007-the-life-of-an-order.md).
 */
export type Mode = 'live' | 'test'

export function modeOf({ livemode }: { livemode: boolean }): Mode {
  return livemode ? 'live' : 'test'
}

/** Something counted in each mode. */
export type ByMode<Counted> = Record<Mode, Counted>
