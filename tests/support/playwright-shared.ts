import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Playwright's global set-up: a folder that the workers of the run share. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-journeys-'))
  process.env.TEST_SHARED_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
