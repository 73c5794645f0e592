import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const short = (hash: string) => hash.slice(0, 7)

/** What the folder of the program says of its version, without asking anybody over a network. */
export async function sourceFacts(folder: string = process.cwd()) {
  const git = join(folder, '.git')
  const head = await line(join(git, 'HEAD'))
  if (head === null) return { here: null, known: null }
  const branch = /^ref: (refs\/heads\/(.+))$/.exec(head)
  const here = branch?.[1] ? await commitOf(git, branch[1]) : head
  const upstream = await commitOf(git, `refs/remotes/origin/${branch?.[2] ?? 'main'}`)
  const asked = await stat(join(git, 'FETCH_HEAD')).catch(() => null)
  return {
    /** The commit that lies in the folder, shortened; null: not installed by git. */
    here: here && isHash(here) ? short(here) : null,
    known: upstream && asked ? { commit: short(upstream), at: asked.mtime } : null,
  }
}

export type SourceFacts = Awaited<ReturnType<typeof sourceFacts>>

const isHash = (text: string) => /^[0-9a-f]{40,64}$/.test(text)

/** Of a branch, loose or packed. */
async function commitOf(git: string, name: string): Promise<string | null> {
  const loose = await line(join(git, name))
  if (loose !== null) return isHash(loose) ? loose : null
  const packed = await readFile(join(git, 'packed-refs'), 'utf8').catch(() => '')
  const found = packed.split('\n').find((each) => each.endsWith(` ${name}`))
  const hash = found?.split(' ')[0] ?? ''
  return isHash(hash) ? hash : null
}

const line = (file: string) =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

/**
 * Whether another version is known, and how it is installed, in a sentence [SYSTEM-02]. `running` is the
 * commit this build was made of.
 */
export function updateMessage(running: string, { here, known }: SourceFacts): string {
  const how = 'npm run update, then npm start'
  if (here === null || running === '') {
    return `This folder was not made by git, so newer versions are not known of. Put the files of a newer one in its place, stop the shop, ${how}.`
  }
  if (!isSame(here, running)) {
    return `Another version (${here}) lies in the folder. Stop the shop, ${how}.`
  }
  if (known && !isSame(known.commit, here)) {
    return `Where this version came from there is another one (${known.commit}); it is newer unless you changed the program here yourself. git pull, stop the shop, ${how}.`
  }
  return `None is known of. git fetch asks for newer ones; then git pull, stop the shop, ${how}.`
}

/** The same for a jeweler, without what must be typed [HELP-03]. */
export function plainUpdateMessage(running: string, { here, known }: SourceFacts): string {
  const ask = 'The person who runs the server can install it.'
  if (here === null || running === '') {
    return 'We can’t check for updates. Ask the person who runs your server.'
  }
  if (!isSame(here, running)) return `Another version is ready to start. ${ask}`
  if (known && !isSame(known.commit, here)) return `There is another version. ${ask}`
  return 'No newer version found.'
}

const isSame = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)
