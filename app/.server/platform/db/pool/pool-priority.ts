import { AsyncLocalStorage } from 'node:async_hooks'

const ahead = new AsyncLocalStorage<true>()

/**
 * Runs work that must not wait behind pages: orders, payments and jobs. A few connections to the
 * database are kept for it (pool.ts).
 */
export function aheadOfPages<T>(work: () => T): T {
  return ahead.run(true, work)
}

export function isAheadOfPages(): boolean {
  return ahead.getStore() === true
}
