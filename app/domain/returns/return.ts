import type { Pieces } from '../fulfillment/parcel.ts'
import { formatScale, type Milligrams, parseGrams } from '../money/grams.ts'
import { withoutUnit } from '../text/typed-code.ts'

/**
 * A return of pieces, from the question to its end [RETURN-01]. What is not written here is refused. A
 * parcel may come without having been announced; a weight may be corrected until it is decided.
 */
const returnTransitions = {
  asked: ['accepted', 'refused', 'called off'],
  accepted: ['sent back', 'received', 'called off'],
  'sent back': ['sent back', 'received', 'called off'],
  received: ['weighed', 'refused', 'called off'],
  weighed: ['weighed', 'refunded', 'refused', 'called off'],
  refunded: [],
  refused: [],
  'called off': [],
} as const satisfies Record<string, readonly string[]>

export type ReturnState = keyof typeof returnTransitions
export const returnStates = Object.keys(returnTransitions) as ReturnState[]

export function canReturn(from: ReturnState, to: ReturnState): boolean {
  return (returnTransitions[from] as readonly ReturnState[]).includes(to)
}

export const isReturnOpen = (state: ReturnState): boolean => returnTransitions[state].length > 0

/** While nothing is here yet, the buyer may call it off. */
export const isOnItsWay = (state: ReturnState): boolean =>
  state === 'asked' || state === 'accepted' || state === 'sent back'

/** What waits for staff: a question, or pieces that are here. */
export const statesForStaff = ['asked', 'received', 'weighed'] as const satisfies ReturnState[]

const sumOf = (all: readonly Pieces[], line: number) =>
  all.filter((each) => each.line === line).reduce((sum, { quantity }) => sum + quantity, 0)

/** Pieces of an order by line: what became of them. */
export type PieceCounts = {
  ordered: readonly Pieces[]
  sent: readonly Pieces[]
  /** In returns that are open. */
  comingBack: readonly Pieces[]
  /** In returns that ended with a refund. */
  cameBack: readonly Pieces[]
  /** By line in any refund, or in a return that was refunded by a sum. */
  refunded: readonly Pieces[]
}

/**
 * By line, pieces that are with the buyer and not refunded: those can be returned [RETURN-02]. A piece
 * that was refunded before it was sent takes none from those that were.
 */
export function returnablePieces(counts: PieceCounts): Pieces[] {
  return counts.ordered.flatMap(({ line, quantity: ordered }) => {
    const withBuyer = sumOf(counts.sent, line) - sumOf(counts.cameBack, line)
    const notRefunded = ordered - sumOf(counts.refunded, line)
    const quantity = Math.min(withBuyer, notRefunded) - sumOf(counts.comingBack, line)
    return quantity > 0 ? [{ line, quantity }] : []
  })
}

/** Why these pieces cannot be returned, in a sentence; null where they can. */
export function returnProblem(
  lines: readonly { name: string; size: string }[],
  returnable: readonly Pieces[],
  asked: readonly Pieces[],
): string | null {
  if (asked.length === 0) return 'Please choose at least one piece.'
  for (const { line, quantity } of asked) {
    const most = sumOf(returnable, line)
    const { name, size } = lines[line] ?? { name: 'a piece', size: '' }
    if (quantity <= most) continue
    return most === 0
      ? `You can’t return ${name}, ${size}: it hasn’t shipped, is already being returned, or was refunded.`
      : `Only ${most} of ${name}, ${size}, can be returned, not ${quantity}.`
  }
  return null
}

/** As the scale of a jeweler shows it: above zero, at most two places. Null for any other text. */
export function parseScaleGrams(text: string): Milligrams | null {
  const input = withoutUnit(text.trim(), ['g'])
  return /^\d{1,6}(\.\d{1,2})?$/.test(input) ? parseGrams(input) : null
}

/**
 * What so many pieces of a line weighed when they were sent, in mg: which of them come back nobody says, so
 * from the lightest to the heaviest. Pieces that were not weighed count as sold.
 */
export function sentWeights(
  sold: Milligrams,
  quantity: number,
  actual: readonly number[],
): { least: number; most: number } {
  if (actual.length < quantity) return { least: sold * quantity, most: sold * quantity }
  const sorted = actual.toSorted((one, other) => one - other)
  const sumOf = (some: readonly number[]) => some.reduce((sum, weight) => sum + weight, 0)
  return { least: sumOf(sorted.slice(0, quantity)), most: sumOf(sorted.slice(-quantity)) }
}

/** What the scale says less what was sent, in mg; below zero where gold is missing. */
export function weightDifference(
  { least, most }: { least: number; most: number },
  weighed: number,
): number {
  if (weighed < least) return weighed - least
  return weighed > most ? weighed - most : 0
}

/** Whether it fits what was sold: off by no more than the tolerance, up or down [RETURN-03]. */
export const isWithin = (difference: number, tolerance: number): boolean =>
  Math.abs(difference) <= tolerance

/** `0.35 g less than sent`; `as sent`. */
export function formatDifference(difference: number): string {
  if (difference === 0) return 'as sent'
  return `${formatScale(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than shipped`
}
