/**
 * What happens in a storm, step by step: all of it drawn from one seed, so that a storm that found
 * something can be looked at again. How fast the steps are done is up to the machine.
 */

import { type Drawn, drawnFrom } from '../simulation/drawn.ts'

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
  'canceled by staff',
] as const
export type Fate = (typeof fates)[number]

export type Incident =
  | { what: 'kill a process'; process: number }
  /** Every process is killed; the next ones start minutes later. */
  | { what: 'kill all'; minutesLater: number }
  /** The process does nothing for a while, as where a machine swaps; then it goes on. */
  | { what: 'freeze a process'; process: number; forMs: number }
  | { what: 'terminate backends' | 'kill a backend' | 'stop fast' | 'stop immediate' }
  /** Nobody hears of a change until the connections that listen are there again. */
  | { what: 'lose notices' }
  /** Nothing more can be written where the database is. */
  | { what: 'fill the disk'; forMs: number }
  | { what: StripeFault; calls: number }

/** What Stripe does to the next calls, in the words of the stand-in. */
const stripeFaults = {
  'stripe fails': 500,
  'stripe breaks off': 'answer lost',
  'stripe cannot be reached': 'cut',
  'stripe answers a page': 'html',
  'stripe is silent': 'never',
  'stripe is slow': 'drips',
} as const
type StripeFault = keyof typeof stripeFaults

export const stripeBehavior = (fault: StripeFault) => stripeFaults[fault]

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
  /** Somebody looks at the price of the moment. */
  | { do: 'look'; path: string }
  | { do: 'incident'; incident: Incident }

/** The first size on the page that is looked at. */
export const lookedAt = { productId: '7', size: 'Small', quantity: 1 }
const looks = ['/.netlify/functions/gold', `/product/${lookedAt.productId}`]

export type StormOptions = {
  seed: number
  engine: 'embedded' | 'postgresql'
  checkouts: number
  incidents: number
  /** Every kind of fault, drawn at random; otherwise the usual ones in turn. */
  faults?: boolean
}

export function planOf(options: StormOptions): Step[] {
  const { seed, engine, checkouts, incidents, faults = false } = options
  const drawn = drawnFrom(seed)
  const { below, oneOf } = drawn
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
    const incident = faults ? anyFault(engine, drawn) : anIncident(engine, each, below)
    add(at, { do: 'incident', incident })
  }
  for (let each = 0; each < checkouts; each += 1) {
    add(below(end), { do: 'look', path: oneOf(looks) })
  }
  return timed.toSorted((one, other) => one.at - other.at).map(({ step }) => step)
}

/** By the clock, which may go back: a machine that starts with a wrong one is set right later. */
function anyFault(engine: StormOptions['engine'], { below, oneOf }: Drawn): Incident {
  const everywhere: Incident[] = [
    { what: 'kill a process', process: below(2) },
    { what: 'freeze a process', process: below(2), forMs: 500 + below(2500) },
    { what: 'kill all', minutesLater: below(8) - 3 },
    { what: 'fill the disk', forMs: 200 + below(800) },
    { what: oneOf(Object.keys(stripeFaults) as StripeFault[]), calls: 1 + below(4) },
  ]
  const ofServer: Incident[] = [
    { what: oneOf(['stop fast', 'stop immediate']) },
    { what: oneOf(['terminate backends', 'kill a backend']) },
    { what: 'lose notices' },
  ]
  return oneOf(engine === 'embedded' ? everywhere : [...everywhere, ...ofServer])
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
