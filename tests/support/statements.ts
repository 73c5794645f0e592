import { vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'

/** Does some work, and returns the statements about these tables. */
export async function statementsOf(
  app: AppContext,
  tables: RegExp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  // Each transaction has a separate session of the same class.
  const { session } = app.db.orm as unknown as { session: object }
  const spy = vi.spyOn(Object.getPrototypeOf(session), 'prepareQuery')
  try {
    await work()
    const texts = spy.mock.calls.map(([query]) => (query as { sql: string }).sql)
    return texts.filter((text) => tables.test(text))
  } finally {
    spy.mockRestore()
  }
}
