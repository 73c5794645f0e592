import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PictureEdit } from '#app/domain/catalog/media.ts'
import { leastPixels, masterSide, maxPixels } from '#app/domain/catalog/media-limits.ts'
import { AppError } from '../platform/errors.ts'

/** What was made of a picture: by name in the task, with its bytes. */
export type MadePicture = Omit<MadeFiles, 'files'> & { files: Map<string, Buffer> }

/**
 * Makes pictures, one at a time, in a separate process that ends when it has nothing to do: its
 * memory is freed, and a file that breaks the library breaks nothing else.
 */
export type PictureMaker = {
  /** The upright picture that is kept of an uploaded file. */
  read(file: string): Promise<MadePicture>
  /** All files that pages ask for, of the kept picture. */
  sizes(master: Buffer, edit: PictureEdit): Promise<MadePicture>
  close(): void
}

/** Found from the project's folder, in which the shop is started. */
const script = resolve('scripts/make-pictures.ts')

/**
 * What the process may do: load the program and its packages, sharp's native part among them. Node
 * refuses it every other file, writing, child processes and threads [MEDIA-16]; the library itself reads
 * and writes pictures past Node. It has no switch for the network in this version.
 */
export const rights = () => [
  '--permission',
  '--allow-addons',
  ...['package.json', 'scripts/make-pictures.ts', 'app', 'node_modules']
    // Where one is a link, Node asks for both paths.
    .flatMap((path) => [resolve(path), realpathSync(path)])
    .map((path) => `--allow-fs-read=${path}`),
]

type Options = { idleMs?: number; timeoutMs?: number }

export function openPictureMaker({
  idleMs = 15_000,
  timeoutMs = 120_000,
}: Options = {}): PictureMaker {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const started = (): ChildProcess => {
    clearTimeout(idle)
    if (child?.connected) return child
    const made = fork(script, {
      execArgv: rights(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing of the shop's settings; fewer pools of memory than there are threads.
      env: { MALLOC_ARENA_MAX: '2', ...pathOnly() },
    })
    made.unref()
    made.channel?.unref()
    try {
      if (made.pid) setPriority(made.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already, which is seen below.
    }
    child = made
    return made
  }
  const run = (task: PictureTask) =>
    new Promise<Made>((done) => {
      const worker = started()
      worker.ref()
      worker.channel?.ref()
      const finish = (made: Made) => {
        clearTimeout(timer)
        worker.removeAllListeners()
        worker.unref()
        worker.channel?.unref()
        done(made)
      }
      const timer = setTimeout(() => {
        end()
        finish({ refused: 'slow' })
      }, timeoutMs)
      worker.once('message', (made) => finish(made as Made))
      worker.once('error', (error) => {
        if (child === worker) child = null
        finish({ refused: `unreadable: ${error.message}` })
      })
      worker.once('exit', (code, signal) => {
        if (child === worker) child = null
        finish({ refused: `unreadable: the process ended (${signal ?? code})` })
      })
      worker.send(task)
    })

  /** One after another. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn.finally(() => {
      clearTimeout(idle)
      idle = setTimeout(end, idleMs)
      idle.unref()
    })
  }
  const make = (taskIn: (folder: string) => Promise<PictureTask>) =>
    inTurn(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'four-nines-picture-'))
      try {
        const made = await run(await taskIn(folder))
        if ('refused' in made) throw refusal(made.refused)
        const files = new Map<string, Buffer>()
        for (const name of made.files) files.set(name, await readFile(join(folder, name)))
        return { ...made, files }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  return {
    read: (file) => make(async (folder) => ({ kind: 'read', file, folder })),
    sizes: (master, edit) =>
      make(async (folder) => {
        const file = join(folder, 'master.webp')
        await writeFile(file, master, { mode: 0o600 })
        return { kind: 'sizes', file, folder, ...edit }
      }),
    close: end,
  }
}

/** Windows starts no program without these. */
function pathOnly(): NodeJS.ProcessEnv {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

const megapixels = maxPixels / 1_000_000

function refusal(reason: string): AppError {
  const [code, status, sentence] = {
    animated: [
      'picture_moves',
      422,
      'This image is animated. Save one frame as a JPEG or PNG and upload that.',
    ] as const,
    small: [
      'picture_small',
      422,
      `This image is too small: each side needs at least ${leastPixels} pixels.`,
    ] as const,
    narrow: [
      'picture_narrow',
      422,
      `This image is too long and narrow: its longer side may be ${masterSide / leastPixels} times the shorter one. Crop it on your device and upload that.`,
    ] as const,
    large: [
      'picture_large',
      422,
      `This image has more than ${megapixels} megapixels. Export it at a smaller size; 12 megapixels is plenty.`,
    ] as const,
    disk: ['disk_full', 507, diskFullMessage] as const,
    slow: [
      'picture_slow',
      503,
      'This image took too long to process and wasn’t saved. Try again in a few minutes, or upload a smaller version.',
    ] as const,
  }[reason] ?? [
    'picture_unreadable',
    422,
    'This image is damaged, or its upload was cut off. Open it on your device, export it as a JPEG, and upload that.',
  ]
  return new AppError(code, status, sentence, { facts: { reason } })
}

export const diskFullMessage =
  'The shop’s disk is full, so the image wasn’t saved. Free up some space, then upload it again.'

/** What is sent to scripts/make-pictures.ts, with paths that are absolute, and what it answers. */
export type ReadUpload = { kind: 'read'; file: string; folder: string }
export type MakeSizes = { kind: 'sizes'; file: string; folder: string } & PictureEdit
export type PictureTask = ReadUpload | MakeSizes

/** `files`: by name in the folder of the task; `bytes` of all of them. */
export type MadeFiles = { width: number; height: number; files: string[]; bytes: number }

/** `animated`, `small`, `narrow`, `large`, `disk`, or `unreadable: …` with what the library said. */
export type Made = MadeFiles | { refused: string }
