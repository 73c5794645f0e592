import type { Death } from './life.ts'

export const simulatedFates = [
  'paid',
  'later',
  'failed',
  'left',
  'refunded',
  'webhook lost',
  'cancelled',
] as const
export type SimulatedFate = (typeof simulatedFates)[number]

/** All that a story is made of; the same one gives the same story. */
export type Story = {
  fate: SimulatedFate
  productId: string
  quantity: number
  /** Ten-thousandths of a dollar per gram, when it is quoted and when it is ordered. */
  perGram: { quoted: number; ordered: number }
  /** How each process ends; the one after the last lives on. */
  deaths: Death[]
}

/** Draws a story from a seed. */
export function storyOf(seed: number): Story {
  let state = seed >>> 0
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  const oneOf = <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0]
  for (let warm = 0; warm < 3; warm += 1) below(2)
  return {
    fate: oneOf(simulatedFates),
    productId: String(5 + below(8)),
    quantity: 1 + below(3),
    perGram: { quoted: 1_290_000 + below(20_000), ordered: 1_290_000 + below(20_000) },
    deaths: Array.from({ length: 1 + below(3) }, () => ({
      wait: 1 + below(45),
      effect: oneOf(['lost', 'done']),
    })),
  }
}

export const trackingOf = ({ productId, quantity }: Story) =>
  `1Z999AA1012345678${productId.padStart(2, '0').slice(-1)}${quantity}`
