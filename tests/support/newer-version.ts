import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The folder of a newer version of the program: this one, with made-up migrations after its own. */
export type NewerVersion = {
  folder: string
  add(name: string, text: string): void
  /** Work that finds the migrations there. One at a time: the working directory is the process's. */
  within<T>(work: () => Promise<T>): Promise<T>
  remove(): void
}

export function newerVersion(): NewerVersion {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-newer-'))
  for (const part of readdirSync('.')) {
    if (part !== 'db' && !part.startsWith('.')) symlinkSync(resolve(part), join(folder, part))
  }
  const migrations = join(folder, 'db', 'migrations')
  cpSync('db/migrations', migrations, { recursive: true })
  return {
    folder,
    add: (name, text) => writeFileSync(join(migrations, name), text),
    async within(work) {
      const here = process.cwd()
      process.chdir(folder)
      try {
        return await work()
      } finally {
        process.chdir(here)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
