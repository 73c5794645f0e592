import { otherKey, type VisitKind, visitKinds } from '#app/domain/visits/visit.ts'

/** Counts that are not stored yet, by kind and key. */
export type VisitCounts = Record<VisitKind, Map<string, number>>

/** So many keys of a kind are told apart between two writes; the rest counts as `other`. */
const maxKeys = 300
/** No more of one key between two writes: beyond it nothing is a person. */
const maxCount = 1_000_000

/**
 * The visits that this process has counted and not stored yet (store-visits.ts). Numbers by page, product, and source
 * only: nothing of a visitor is in it.
 */
export function openVisitCounter() {
  let counts = noCounts()
  const add = (kind: VisitKind, key: string, count = 1): void => {
    const ofKind = counts[kind]
    const known = ofKind.get(key)
    if (known === undefined && ofKind.size >= maxKeys && key !== otherKey) {
      add(kind, otherKey, count)
    } else {
      ofKind.set(key, Math.min((known ?? 0) + count, maxCount))
    }
  }
  return {
    add,
    /** Hands over what was counted, and begins again. */
    take(): VisitCounts {
      const taken = counts
      counts = noCounts()
      return taken
    },
    /** Restores the counts that could not be stored. */
    putBack(taken: VisitCounts): void {
      for (const kind of visitKinds) {
        for (const [key, count] of taken[kind]) add(kind, key, count)
      }
    },
  }
}

export type VisitCounter = ReturnType<typeof openVisitCounter>

const noCounts = (): VisitCounts => ({
  page: new Map(),
  product: new Map(),
  source: new Map(),
  cart: new Map(),
})
