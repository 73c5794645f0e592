import type { Database } from '#app/.server/platform/db/database.ts'
import { seededFiles } from './once-per-run.ts'
import { reusedEmbedded } from './reused-embedded.ts'

const again = reusedEmbedded(seededFiles)

/** A migrated, seeded embedded database in memory. The caller closes it, and it is used again. */
export const memoryDatabase = (): Promise<Database> => again.open()
