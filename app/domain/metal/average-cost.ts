import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseExact } from '../money/decimal.ts'

/**
 * What a gram cost on average, in millionths of a dollar. It moves with each purchase, and is rounded
 * once there, half up; nothing else changes it.
 */
export type AverageCost = bigint & { readonly unit: 'millionths of a dollar per gram' }

/** As the database keeps it: six places. */
const places = 6
export const averageOf = (decimal: string) => parseExact(decimal, places) as AverageCost
export const averageText = (average: AverageCost) => formatScaled(average, places)
/** `130.1234`: four places, as rates of gold are read. */
export const averageToDecimal = (average: AverageCost) =>
  formatScaled(divideHalfUp(average, 100n), 4, 2)

/** Gold that was paid for: `onHand` is what was here before it, in mg. */
export type Bought = { mg: number; paid: Cents; onHand: number }

/** mg × millionths of a dollar per gram, in a cent. */
const inCent = 10_000_000n

/**
 * Moving weighted average: what is here at its average, and what was bought at its price. What is here
 * of which no cost is known takes that of the first purchase.
 */
export function averageAfter(
  before: AverageCost | null,
  { mg, paid, onHand }: Bought,
): AverageCost | null {
  const base = before === null ? 0n : BigInt(Math.max(0, onHand))
  const all = base + BigInt(mg)
  if (all <= 0n) return before
  const value = base * (before ?? 0n) + BigInt(paid) * inCent
  return divideHalfUp(value, all) as AverageCost
}

export type Purchase = Bought & {
  id: number
  /** The entry that reverses it; null: none does. */
  reversedBy: number | null
}

/**
 * The average as it would be had what was reversed never been entered. Oldest first. What was here
 * before a purchase had counted those that were reversed after it.
 */
export function averageOfStanding(purchases: readonly Purchase[]): AverageCost | null {
  let average: AverageCost | null = null
  const gone: { mg: number; by: number }[] = []
  for (const each of purchases) {
    if (each.reversedBy !== null) {
      gone.push({ mg: each.mg, by: each.reversedBy })
      continue
    }
    const goneSince = gone.filter(({ by }) => by > each.id).reduce((sum, { mg }) => sum + mg, 0)
    average = averageAfter(average, { ...each, onHand: each.onHand - goneSince })
  }
  return average
}

/** What so many grams cost, rounded once. */
export function costOf(mg: number, average: AverageCost): Cents {
  return cents(Number(divideHalfUp(BigInt(mg) * average, inCent)))
}

/** What was sent of an order: by parcel, with the average cost when it left. */
export type SentGold = {
  parts: readonly { mg: number; average: AverageCost | null }[]
  /** Came back and was refunded. */
  returnedMg: number
  /** Gold of the pieces as they were sold, and what of it was refunded because it was missing. */
  charged: Cents
  givenBack: Cents
}

/** `cost` and `gain` are null where no cost was known when it was sent. */
export type Gain = { mg: number; charged: Cents; cost: Cents | null; gain: Cents | null }

/**
 * Gold that was charged for less what it cost, for the grams the buyer kept: of what came back both go
 * by weight [METAL-07].
 */
export function gainOf({ parts, returnedMg, charged, givenBack }: SentGold): Gain {
  const sentMg = parts.reduce((sum, { mg }) => sum + mg, 0)
  const mg = Math.max(0, sentMg - returnedMg)
  const kept = (sum: number) =>
    sentMg === 0 ? cents(0) : cents(Number(divideHalfUp(BigInt(sum) * BigInt(mg), BigInt(sentMg))))
  const got = kept(charged - givenBack)
  const known = parts.every(({ average }) => average !== null)
  if (!known || parts.length === 0) return { mg, charged: got, cost: null, gain: null }
  const all = parts.reduce((sum, part) => sum + costOf(part.mg, part.average as AverageCost), 0)
  const cost = kept(all)
  return { mg, charged: got, cost, gain: cents(got - cost) }
}
