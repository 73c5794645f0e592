/**
 * What happens in a storm, step by step: all of it drawn from one seed, so that a storm that found
 * something can be looked at again. How fast the steps are done is up to the machine.
 */

/** How the story of one checkout goes, once the shopper is at the payment page. */
const fates = [
  'paid',
  'paid',
  'paid',
  /** The money comes later. */
  'later',
  /** It was to come later, and does not. */
  'failed',
  /** The shopper closes the page. */
  'left',
  'refunded',
  /** A payment of one cent too little. */
  'cent less',
  /** Paid, and no webhook ever comes. */
  'webhook lost',
  'cancelled by staff',
] as const
export type Fate = (typeof fates)[number]

export type Incident =
  | { what: 'kill a process'; process: number }
  /** Every process is killed; the next ones start minutes later. */
  | { what: 'kill all'; minutesLater: number }
  | { what: 'terminate backends' | 'kill a backend' | 'stop fast' | 'stop immediate' }
  /** Stripe answers 500 to the next calls, or does what is asked and breaks off before answering. */
  | { what: 'stripe fails' | 'stripe breaks off'; calls: number }

export type Step =
  | { do: 'quote'; index: number; productId: string; size: string; quantity: number }
  /** Some shoppers look at their quote for a while, over which prices change. */
  | { do: 'checkout'; index: number }
  /** The same cart again, from another tab: it takes the place of the first checkout. */
  | { do: 'checkout again'; index: number }
  | { do: 'pay'; index: number; fate: Fate }
  /** Delivers the event of that number; one that does not exist is none. */
  | { do: 'webhook'; index: number; event: number }
  | { do: 'price'; perGram: string; correction: boolean }
  | { do: 'incident'; incident: Incident }

export type StormOptions = {
  seed: number
  engine: 'embedded' | 'postgresql'
  checkouts: number
  incidents: number
}

/** A linear congruential generator: the same numbers on every machine. */
function drawnFrom(seed: number) {
  let state = seed >>> 0
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  return { below, oneOf: <T>(all: readonly T[]) => all[below(all.length)] as T }
}

export function planOf({ seed, engine, checkouts, incidents }: StormOptions): Step[] {
  const { below, oneOf } = drawnFrom(seed)
  const timed: { at: number; step: Step }[] = []
  const add = (at: number, step: Step) => timed.push({ at, step })
  for (let index = 0; index < checkouts; index += 1) {
    const piece = { productId: String(5 + below(8)), size: oneOf(['Small', 'Large']) }
    add(index, { do: 'quote', index, ...piece, quantity: 1 + below(3) })
    const placedAt = index + (below(2) ? 0.5 : 1 + below(12))
    add(placedAt, { do: 'checkout', index })
    if (below(5) === 0) add(placedAt + 2 + below(8), { do: 'checkout again', index })
    const paidAt = placedAt + 3 + below(20)
    // Every fate is there in the shortest storm.
    add(paidAt, { do: 'pay', index, fate: fates[index % fates.length] ?? 'paid' })
    for (const event of [0, 1]) {
      const times = below(2) ? 1 : 1 + below(5)
      for (let time = 0; time < times; time += 1) {
        add(paidAt + 1 + below(30), { do: 'webhook', index, event })
      }
    }
  }
  const end = checkouts + 20
  for (let each = 0; each < Math.max(3, checkouts / 12); each += 1) {
    const perGram = (127 + below(600) / 100).toFixed(2)
    add(below(end), { do: 'price', perGram, correction: each % 3 === 2 })
  }
  for (let each = 0; each < incidents; each += 1) {
    const at = 3 + Math.floor(((each + below(100) / 100) * end) / incidents)
    add(at, { do: 'incident', incident: anIncident(engine, each, below) })
  }
  return timed.toSorted((one, other) => one.at - other.at).map(({ step }) => step)
}

function anIncident(
  engine: StormOptions['engine'],
  each: number,
  below: (end: number) => number,
): Incident {
  const kill = { what: 'kill a process', process: below(2) } as const
  const killAll = { what: 'kill all', minutesLater: 1 + below(4) } as const
  const stripe = {
    what: below(2) ? 'stripe fails' : 'stripe breaks off',
    calls: 1 + below(4),
  } as const
  const ofServer = [
    { what: 'stop fast' },
    kill,
    { what: 'terminate backends' },
    { what: 'stop immediate' },
    { what: 'kill a backend' },
    stripe,
    killAll,
  ] as const
  const ofEmbedded = [kill, stripe, killAll] as const
  const all: readonly Incident[] = engine === 'embedded' ? ofEmbedded : ofServer
  return all[each % all.length] as Incident
}
