import type { Database } from '#app/.server/db/database.ts'
import { embeddedAgain } from './embedded-again.ts'
import { seededFiles } from './once-a-run.ts'

const again = embeddedAgain(seededFiles)

/** A migrated, seeded embedded database in memory. The caller closes it, and it is used again. */
export const memoryDatabase = (): Promise<Database> => again.open()
