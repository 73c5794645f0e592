import type { AppContext } from '#app/.server/app-context.ts'

type Prepared = { execute: (...args: unknown[]) => Promise<unknown> }
type Session = { prepareQuery: (query: { sql: string }, ...more: unknown[]) => Prepared }

/** Which statement of the process that works is its last; none where it is null. */
type Life = { last: number | null; nth: number }

/**
 * Runs work in a simulated process that dies before its first statement, then its second, and so on, until it
 * finishes. Committed changes stay; an open transaction is rolled back. After a commit, counting restarts,
 * since the next process sees the change. Returns how often it died. PostgreSQL only.
 *
 * `stored`: anything that differs once something was committed.
 */
export async function killedAtEachStatement(
  app: AppContext,
  work: () => Promise<unknown>,
  stored: () => Promise<unknown>,
): Promise<number> {
  const { session } = app.db.orm as unknown as { session: Session }
  const prototype: Session = Object.getPrototypeOf(session)
  const { prepareQuery } = prototype
  const life: Life = { last: null, nth: 0 }
  prototype.prepareQuery = function prepare(this: Session, query, ...more) {
    const prepared = prepareQuery.call(this, query, ...more)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (...args) => (mayRun(life, query.sql) ? execute(...args) : fail())
    return prepared
  }
  try {
    let killed = 0
    let before = JSON.stringify(await stored())
    for (let last = 1; ; last += 1) {
      Object.assign(life, { last, nth: 0 })
      const failed = await work().then(
        () => null,
        (error: unknown) => ({ error }),
      )
      const wasKilled = life.nth >= last
      Object.assign(life, { last: null })
      if (!wasKilled) {
        if (failed) throw failed.error
        return killed
      }
      killed += 1
      const after = JSON.stringify(await stored())
      if (after !== before) last = 0
      before = after
    }
  } finally {
    prototype.prepareQuery = prepareQuery
  }
}

/** Nothing is lost before a transaction begins; and the server rolls back automatically. */
function mayRun(life: Life, statement: string): boolean {
  if (life.last === null || /^(begin|rollback)/.test(statement)) return true
  if (life.nth < life.last) life.nth += 1
  return life.nth < life.last
}

const fail = () => Promise.reject(new Error('killed'))
