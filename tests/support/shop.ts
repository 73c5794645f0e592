import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import type { PasswordCost } from '#app/.server/auth/crypto.ts'
import { readConfig } from '#app/.server/config.ts'
import { openPictureMaker } from '#app/.server/media/picture-maker.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { openRevisions } from '#app/.server/platform/db/revisions/revisions.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { openMediaFiles } from '#app/.server/platform/media-files.ts'
import { openVisitCounter } from '#app/.server/visits/visit-counter.ts'

/** A password costs a quarter of a second of the processor on purpose; here it costs nothing [GATE-01]. */
export const lowPasswordCost: PasswordCost = { N: 16, r: 1, p: 1 }

type Parts = Omit<Partial<AppContext>, 'db'> & { db: Database | null }

/**
 * A shop around a database, or around one that does not answer (null): silent, without feeds and
 * payments, at a fixed time.
 */
export function testShop({ db, ...parts }: Parts): AppContext {
  return {
    config: readConfig({ GOLD_SOURCES: 'none', ...(db ? {} : { DATABASE_URL: 'none' }) }),
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-11T16:00:00Z'),
    secret: 'a secret of the test shop, 32 characters or more',
    olderSecrets: [],
    passwordCost: lowPasswordCost,
    goldFeeds: [],
    payments: null,
    labels: null,
    mail: null,
    contentSite: null,
    mediaFiles: openMediaFiles(
      { kind: 'folder', path: join(tmpdir(), 'four-nines-media', randomUUID()) },
      new AbortController().signal,
    ),
    pictureMaker: openPictureMaker(),
    uploads: new Map(),
    publicUrl: 'http://localhost:3000',
    // Not sure of them: what is written past the commands is read all the same.
    revisions: openRevisions(pino({ level: 'silent' })),
    visits: openVisitCounter(),
    closing: new AbortController().signal,
    cache: {
      catalog: null,
      goldPrice: null,
      feeds: new Map(),
      jobs: new Map(),
      errors: [],
    },
    db: db ?? unavailableDatabase(),
    ...parts,
  }
}
