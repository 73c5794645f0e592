import { type Cents, cents } from '../money/cents.ts'
import { formatScale } from '../money/grams.ts'
import type { Verdict, WeighingRules } from './evaluate-weight.ts'

/**
 * What a weight waits for before gold is refunded. `reading`: it was undone. `approval`: of an owner or a
 * manager. `refund`: the refund is made after `undoMs`, or when the piece is sent.
 */
export type Waiting = 'reading' | 'second reading' | 'approval' | 'refund'

/** Two readings of one piece agree within it: twice what a scale to 0.01 g may be off, in mg. */
export const agreesWithinMg = 20

/** How long a weight can be undone before its refund is made. */
export const undoMs = 10 * 60_000

const undoMinutes = undoMs / 60_000

/**
 * What a weight waits for, in words: on the order's page, in the message after weighing and in the audit log.
 * `nth`: how often the piece was weighed. `refundAt`: when its refund is made, where the caller knows the time.
 */
export function waitingMessage(
  { waits, nth }: { waits: Waiting; nth: number },
  refundAt: string = `in ${undoMinutes} minutes`,
): string {
  switch (waits) {
    case 'reading':
      return 'This weight was undone. Weigh the piece again.'
    case 'second reading':
      return `Weigh it again. If the new weight is close enough to the listed one, we’ll use it and no refund is due. If not, we’ll refund the difference once two weighings in a row match within ${formatScale(agreesWithinMg)}.${nth > 1 ? ' This weighing is the first of a new pair.' : ''}`
    case 'approval':
      return 'An owner or manager must approve the refund before the piece ships.'
    case 'refund':
      return `The refund is issued ${refundAt} or when the piece ships, whichever comes first.`
  }
}

type Reading = { serial: string; actual: number }
type Before = Reading & { verdict: Verdict; waits: Waiting | null }

/** Whether a reading is confirmed by the one before: of the same piece, and not of one that was undone. */
function agrees(before: Before | undefined, { serial, actual }: Reading): boolean {
  return (
    before?.verdict === 'light' &&
    before.waits !== 'reading' &&
    before.serial === serial &&
    Math.abs(before.actual - actual) <= agreesWithinMg
  )
}

type Piece = { line: number; item: number; missing: Cents }

/** All gold missing in a piece, and what of the order's other pieces was or is being refunded [WEIGH-14]. */
export function goldWithOthers(
  piece: Piece,
  weighed: readonly (Piece & { settled: Cents; waits: Waiting | null })[],
): Cents {
  const others = weighed.filter(({ line, item }) => line !== piece.line || item !== piece.item)
  const of = others.map(({ missing, settled, waits }) => (waits === 'refund' ? missing : settled))
  return cents(of.reduce<number>((sum, each) => sum + each, piece.missing))
}

/**
 * What a reading waits for whose refund of `open` could be made [WEIGH-13, WEIGH-14]. After one that waits
 * for a second reading it must agree with that, however small its own difference [WEIGH-16]. `missing`: of the
 * whole order, so that several weights do not add up to more than the limit.
 */
export function waitsFor(
  reading: Reading,
  before: Before | undefined,
  { missing, open }: { missing: Cents; open: Cents },
  rules: Pick<WeighingRules, 'secondReading'> & { limit: Cents },
): Waiting | null {
  if (open === 0) return null
  const isToAgree = open > rules.secondReading || before?.waits === 'second reading'
  if (isToAgree && !agrees(before, reading)) return 'second reading'
  return missing > rules.limit ? 'approval' : 'refund'
}

/** Whether the piece has this weight: not too far off, not undone, no confirmation pending. */
export const isWeighed = ({ verdict, waits }: { verdict: Verdict; waits: Waiting | null }) =>
  verdict !== 'outside' && waits !== 'reading' && waits !== 'second reading'
