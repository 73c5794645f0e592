import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { postgresBinaries, postgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's own PostgreSQL server; null where none is installed. */
    postgresUrl: string | null
  }
}

/** Vitest's global set-up: one PostgreSQL server for the run, where one is installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const required = process.env.REQUIRE_POSTGRES === '1' || process.env.CI === 'true'
  if (required && !postgresBinaries()) {
    throw new Error(
      'No PostgreSQL server is installed, and CI or REQUIRE_POSTGRES asks for one; install the package postgresql',
    )
  }
  const sharedFolder = await mkdtemp(join(tmpdir(), 'four-nines-tests-'))
  // Where test files share what is slow to make (once-a-run.ts); workers inherit it.
  process.env.TEST_SHARED_FOLDER = sharedFolder
  const server = postgresBinaries() ? await postgresServer() : null
  project.provide('postgresUrl', server?.url() ?? null)
  return async () => {
    await server?.close()
    await rm(sharedFolder, { recursive: true, force: true })
  }
}
