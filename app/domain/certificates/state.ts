/** What a certificate means now. */
export const certificateStates = ['valid', 'lost', 'recast', 'revoked', 'returned'] as const
export type CertificateState = (typeof certificateStates)[number]

/** Who may say so: anyone who has the claim code, staff, or the shop itself when a weight is corrected. */
export type CertificateActor = 'owner' | 'staff' | 'shop'

type Move = {
  from: readonly CertificateState[]
  /** Null: it stays what it is. */
  to: CertificateState | null
  by: readonly CertificateActor[]
}

/** What can become of a certificate [CERT-05]; anything else is refused. */
const moves = {
  lost: { from: ['valid'], to: 'lost', by: ['owner', 'staff'] },
  found: { from: ['lost'], to: 'valid', by: ['owner', 'staff'] },
  'passed on': { from: ['valid'], to: 'valid', by: ['owner'] },
  'new code': { from: ['valid', 'lost'], to: null, by: ['staff'] },
  recast: { from: ['valid', 'lost'], to: 'recast', by: ['staff'] },
  revoked: { from: ['valid', 'lost'], to: 'revoked', by: ['staff', 'shop'] },
  // Only a trade-in does it.
  returned: { from: ['valid'], to: 'returned', by: ['staff'] },
} as const satisfies Record<string, Move>

export type CertificateMove = keyof typeof moves

/** After “was”: what became of a certificate, in the order's history and in emails. */
export const movedText: Readonly<Record<CertificateMove, string>> = {
  lost: 'reported lost',
  found: 'reported found',
  'passed on': 'transferred to a new owner',
  'new code': 'given a new claim code',
  recast: 'marked as recast',
  revoked: 'revoked',
  returned: 'returned to the maker',
}

export const certificateMoves = Object.keys(moves) as CertificateMove[]

/** The state after it; null where it cannot be. */
export function afterMove(
  from: CertificateState,
  move: CertificateMove,
  by: CertificateActor,
): CertificateState | null {
  const { from: states, to, by: actors }: Move = moves[move]
  return states.includes(from) && actors.includes(by) ? (to ?? from) : null
}

/** What an actor may do with it now. */
export const movesOf = (from: CertificateState, by: CertificateActor): CertificateMove[] =>
  certificateMoves.filter((move) => afterMove(from, move, by) !== null)

type Counted = { line: number; quantity: number }

/** How many pieces came back and were refunded whose certificates still count [CERT-19]. */
export function certificatesToRevoke(
  certificates: readonly { line: number; state: CertificateState }[],
  returned: readonly Counted[],
): number {
  const lines = Map.groupBy(certificates, ({ line }) => line)
  return [...lines].reduce((sum, [line, of]) => {
    const back = returned
      .filter((each) => each.line === line)
      .reduce((count, { quantity }) => count + quantity, 0)
    const ended = of.filter(({ state }) => state !== 'valid' && state !== 'lost').length
    return sum + Math.max(0, Math.min(back, of.length) - ended)
  }, 0)
}
