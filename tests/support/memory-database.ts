import type { Database } from '#app/.server/platform/db/database.ts'
import { embeddedAgain } from './reused-embedded.ts'
import { seededFiles } from './once-per-run.ts'

const again = embeddedAgain(seededFiles)

/** A migrated, seeded embedded database in memory. The caller closes it, and it is used again. */
export const memoryDatabase = (): Promise<Database> => again.open()
