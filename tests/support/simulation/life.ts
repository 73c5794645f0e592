import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { PaymentGateway } from '#app/.server/payments/gateway/payment-gateway.ts'

/** Where a process ends: at its nth wait for the world, whose effect is lost, or done and not heard of. */
export type Death = { wait: number; effect: 'lost' | 'done' }

class Died extends Error {}

/** One life of a process: everything it waits for passes through here. */
export class Life {
  dead = false
  waits = 0
  private hasBegun = false
  private readonly death: Death | null
  private readonly turn: () => Promise<void>

  /** `turn`: lets others go first, as often as it says. */
  constructor(death: Death | null, turn: () => Promise<void> = async () => {}) {
    this.death = death
    this.turn = turn
  }

  /** Does what is waited for, unless the process is dead or dies of it. */
  async waitFor<T>(work: () => Promise<T>): Promise<T> {
    await this.turn()
    const end = this.step()
    const answer = end === 'lost' ? this.die() : await work()
    return end === 'done' ? this.die() : answer
  }

  /** Waits count from here: a process that is still starting has taken on nothing. */
  begin(): void {
    this.hasBegun = true
  }

  /** What becomes of the next wait. */
  step(): Death['effect'] | null {
    if (this.dead) throw new Died()
    if (!this.hasBegun) return null
    this.waits += 1
    return this.waits === this.death?.wait ? this.death.effect : null
  }

  die(): never {
    this.dead = true
    throw new Died()
  }
}

/** The database as one life reaches it: each statement and each commit is a wait. */
export function clientOf(life: Life, client: PGlite): PGlite {
  const statements = <T extends PGlite | Transaction>(to: T): T =>
    new Proxy(to, {
      get(target, name) {
        if (name === 'transaction') return transaction
        const value = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'query' && name !== 'exec' && name !== 'sql') return value.bind(target)
        return (...args: unknown[]) => life.waitFor(() => value.apply(target, args))
      },
    })
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>) => {
    let commit: Death['effect'] | null = null
    const result = await client.transaction(async (tx) => {
      const answer = await work(statements(tx))
      commit = life.step()
      return commit === 'lost' ? life.die() : answer
    })
    return commit === 'done' ? life.die() : result
  }
  return statements(client)
}

/** The payment provider as one life reaches it: each call is a wait. */
export function paymentsOf(life: Life, payments: PaymentGateway): PaymentGateway {
  return {
    ...payments,
    openSession: (order) => life.waitFor(() => payments.openSession(order)),
    closeSession: (session) => life.waitFor(() => payments.closeSession(session)),
    retrieveSession: (session) => life.waitFor(() => payments.retrieveSession(session)),
    completedSince: (since) => life.waitFor(() => payments.completedSince(since)),
    undelivered: (since) => life.waitFor(() => payments.undelivered(since)),
  }
}
