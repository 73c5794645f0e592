import { type Pieces, piecesLeft } from '../fulfillment/parcel.ts'
import type { Waiting } from './second-reading.ts'

/** One of the pieces of a line: from 1. */
export type Item = { line: number; item: number }

/**
 * The items of an order that are still here. Those that were sent before the shop weighed have the first
 * numbers of their line.
 */
export function itemsHere(
  lines: readonly { quantity: number }[],
  sent: readonly Pieces[],
  weighed: readonly (Item & { parcelId: number | null })[],
): Item[] {
  return piecesLeft(lines, sent).flatMap(({ line, quantity: left }) => {
    const all = lines[line]?.quantity ?? 0
    const gone = weighed.filter((each) => each.line === line && each.parcelId !== null)
    const unweighed = all - left - gone.length
    return Array.from({ length: all - unweighed }, (_, at) => at + unweighed + 1)
      .filter((item) => gone.every((each) => each.item !== item))
      .map((item) => ({ line, item }))
  })
}

/** Of the items that are here those that were weighed, and as many more as are still to be sent. */
export function itemsToWeigh(
  here: readonly Item[],
  toSend: readonly Pieces[],
  weighed: readonly Item[],
): Item[] {
  const isKnown = (item: Item) =>
    weighed.some((each) => each.line === item.line && each.item === item.item)
  return here.filter((item) => {
    if (isKnown(item)) return true
    const before = here.filter(
      (each) => each.line === item.line && (isKnown(each) || each.item < item.item),
    )
    const count = toSend.find(({ line }) => line === item.line)?.quantity ?? 0
    return before.length < count
  })
}

type State = { verdict: string; problem: string | null; waits: Waiting | null }

/** Whether it may leave: weighed, not too far off, and nothing to be decided about it. */
export const isFitToSend = ({ verdict, problem, waits }: State) =>
  verdict !== 'outside' && problem === null && (waits === null || waits === 'refund')

/**
 * Which items leave with these pieces: of each line those with the lowest numbers that may. `missing`:
 * lines of which too few may.
 */
export function itemsOfParcel<Weighed extends Item & State>(
  pieces: readonly Pieces[],
  here: readonly Weighed[],
): { items: Weighed[]; missing: number[] } {
  const chosen = pieces.map(({ line, quantity }) => {
    const fit = here.filter((each) => each.line === line && isFitToSend(each))
    return { line, items: fit.slice(0, quantity), isEnough: fit.length >= quantity }
  })
  return {
    items: chosen.flatMap(({ items }) => items),
    missing: chosen.filter(({ isEnough }) => !isEnough).map(({ line }) => line),
  }
}
