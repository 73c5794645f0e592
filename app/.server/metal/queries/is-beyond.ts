import type { Orm } from '#app/.server/platform/db/database.ts'
import { metalBook } from '../books.ts'

/** Whether a limit of the metal ledger is passed, as was found last [METAL-09]. */
export async function isMetalBeyond(orm: Orm, livemode: boolean): Promise<boolean> {
  return (await metalBook(orm, livemode)).beyondSince !== null
}
