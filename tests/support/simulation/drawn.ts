import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Everything that is drawn from one seed: the same numbers on every machine. */
export type Drawn = ReturnType<typeof drawnFrom>

/** A linear congruential generator. */
export function drawnFrom(seed: number) {
  let state = seed >>> 0
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  return {
    below,
    oneOf: <T>(all: readonly T[]) => all[below(all.length)] as T,
    /** So often in a hundred. */
    percent: (chance: number) => below(10_000) < chance * 100,
  }
}

/**
 * Ids, order numbers and tokens that follow from the seed as well, until the answer is called: rows are
 * sorted by some of them, so a run would not replay exactly.
 */
export function idsFrom(seed: number): () => void {
  const { below } = drawnFrom(seed)
  const { randomBytes, randomUUID } = crypto
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => below(256)))
  const uuid = () => {
    const hex = bytes(16).toString('hex')
    const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)]
    return `${a}-${b}-4${c}-a${d}-${hex.slice(20)}`
  }
  Object.assign(crypto, { randomBytes: bytes, randomUUID: uuid })
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID })
    syncBuiltinESMExports()
  }
}
