import type { AppContext } from '#app/.server/app-context.ts'

/**
 * Works on what waits, one after another and in one process at a time, until `work` answers `stop` or the shop closes.
 * Answers for how many `work` was true; 0 while another process is at it.
 */
export async function workThrough<Item>(
  { db, closing }: Pick<AppContext, 'db' | 'closing'>,
  job: string,
  find: () => Promise<readonly Item[]>,
  work: (item: Item) => Promise<boolean | 'stop'>,
): Promise<number> {
  const worked = await db.withLease(job, async (lease) => {
    let count = 0
    for (const item of await find()) {
      if (closing.aborted) break
      await lease.check(db.orm)
      const done = await work(item)
      if (done === 'stop') break
      if (done) count += 1
    }
    return count
  })
  return worked ?? 0
}
