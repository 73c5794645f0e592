import type { PGlite, Transaction } from '@electric-sql/pglite'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { Pool } from '#app/.server/platform/db/pool/pool.ts'

/** Where a process ends: at its nth wait for the world, whose effect is lost, or done and not heard of. */
export type Death = { wait: number; effect: 'lost' | 'done' }

class Died extends Error {}

/** One life of a process: everything it waits for passes through here. */
export class Life {
  dead = false
  waits = 0
  private hasBegun = false
  private death: Death | null
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

  /** Ends there, counted from now; null: lives on. */
  endAt(death: Death | null): void {
    this.death = death
    this.waits = 0
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

/** The same for a server: each statement is a wait. What a dead process had begun is rolled back. */
export function throughLife(life: Life, db: Database): Database {
  const pool = (db.orm as unknown as { $client: Pool }).$client
  const through = <T extends Pick<Pool, 'query'>>(to: T): T['query'] => {
    const query = to.query.bind(to) as (...args: unknown[]) => Promise<unknown>
    const waits = (...args: unknown[]) => {
      const [first] = args as [string | { text: string }]
      const text = typeof first === 'string' ? first : first.text
      return text === 'rollback' ? query(...args) : life.waitFor(() => query(...args))
    }
    return waits as T['query']
  }
  const connect = pool.connect.bind(pool)
  pool.query = through(pool)
  pool.connect = async () => {
    const client = await connect()
    const own = Object.create(client) as typeof client
    own.query = through(client)
    own.release = () => client.release()
    return own
  }
  return db
}

/** The payment provider as one life reaches it: each call is a wait, and may fail as a network does. */
export function paymentsOf(
  life: Life,
  payments: PaymentGateway,
  fails: () => Death['effect'] | null = () => null,
): PaymentGateway {
  const call = <T>(work: () => Promise<T>) =>
    life.waitFor(async () => {
      const failure = fails()
      if (failure === 'lost') throw new PaymentUnavailable('It cannot be reached.')
      const answer = await work()
      if (failure === 'done') throw new PaymentUnavailable('Its answer was lost.')
      return answer
    })
  return {
    ...payments,
    openSession: (order) => call(() => payments.openSession(order)),
    closeSession: (session) => call(() => payments.closeSession(session)),
    retrieveSession: (session) => call(() => payments.retrieveSession(session)),
    lineTaxes: (session, order) => call(() => payments.lineTaxes(session, order)),
    completedSince: (since) => call(() => payments.completedSince(since)),
    refund: (request) => call(() => payments.refund(request)),
    findRefund: (request) => call(() => payments.findRefund(request)),
    transfersOf: (customer) => call(() => payments.transfersOf(customer)),
    stopPayment: (reference) => call(() => payments.stopPayment(reference)),
    undelivered: (since) => call(() => payments.undelivered(since)),
    hasEvent: (id) => call(() => payments.hasEvent(id)),
  }
}
