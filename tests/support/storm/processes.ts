import { addressOf, type Program, run } from '#tests/support/process.ts'

export type Answer = { status: number; text: string }
type Message = { body: string; headers: Record<string, string> }

/** Built shops in processes of their own, killed amidst their work and started again. */
export type ShopProcesses = {
  /** By the clock of the shops, which goes on by minutes at some deaths. */
  now(): Date
  /**
   * Posts, and posts again where no answer came or the shop was not available, to whichever process
   * is alive; the message is made again for each try. Answers what was neither.
   */
  post(path: string, message: () => Message): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  kill(process: number): void
  killAll(minutesLater: number): void
  /** Stops a process in the middle of whatever it does, and lets it go on. */
  freeze(process: number, forMs: number): Promise<void>
  /** Ends all as an operator would, and starts them again minutes after the latest clock so far. */
  restart(minutesLater: number): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
  /** What should not have been seen: a death nobody caused, a refusal without a sentence. */
  violations: string[]
  counts: { kills: number; unanswered: number; refusals: Map<string, number> }
}

const command = [process.execPath, 'tests/support/serve-ahead.ts'] as const
/** How long a shop may be unavailable before that is a finding of its own. */
const timeoutMs = 60_000
const pauseMs = 50

export function openProcesses(count: number, settings: Record<string, string>): ShopProcesses {
  let minutesAhead = 0
  /** The clock may be set back; orders placed before were placed ahead of it. */
  let farthestAhead = 0
  const violations: string[] = []
  const counts = { kills: 0, unanswered: 0, refusals: new Map<string, number>() }
  const programs: Program[] = []
  let closed = false
  const lives = Array.from({ length: count }, (_, which) => begin(which))

  function begin(which: number) {
    const program = run(command, { ...settings, PORT: '0', MINUTES_AHEAD: String(minutesAhead) })
    programs.push(program)
    const life = { program, address: addressOf(program), isEnding: false }
    life.address.catch(() => {})
    void program.ended.then(async ({ code, signal }) => {
      if (life.isEnding) return
      // Started again as an operator's supervisor would, so that the rest of the storm goes on.
      life.isEnding = true
      if (!refusedFullDisk(program)) violations.push(diedOf(program, code, signal))
      await pause()
      if (!closed) lives[which] = begin(which)
    })
    return life
  }

  /** The signal is sent at once; the next life begins when the process is gone. */
  function end(which: number, signal: NodeJS.Signals): Promise<void> {
    const life = lives[which % count]
    if (!life) return Promise.resolve()
    if (life.isEnding) return life.address.then(() => end(which, signal))
    life.isEnding = true
    const gone = life.program.stop(signal)
    const next = gone.then(() => {
      if (closed) throw new Error('The storm is over')
      const begun = begin(which % count)
      lives[which % count] = begun
      return begun.address
    })
    next.catch(() => {})
    life.address = next
    return next.then(() => {})
  }

  /** Once the process can be asked; one that did not start is followed by the next. */
  async function isUp(which: number): Promise<void> {
    for (const until = Date.now() + timeoutMs; ; await pause()) {
      try {
        await lives[which]?.address
        return
      } catch (error) {
        if (closed || Date.now() > until) throw error
      }
    }
  }

  let turn = 0
  async function send(path: string, request: () => RequestInit): Promise<Answer> {
    const until = Date.now() + timeoutMs
    for (;;) {
      const which = turn++ % count
      const life = lives[which]
      if (!life) throw new Error('there is no process')
      const answer = await attempt(life.address, path, request())
      if (answer && !isRefusal(answer.status)) return answer
      if (answer) note(path, answer)
      else {
        counts.unanswered += 1
        // A process that was killed has answered nobody; a living one must.
        if (!life.isEnding && life.program.child.exitCode === null) {
          await Promise.race([life.program.ended, pause()])
          if (life.program.child.exitCode === null && !life.isEnding) {
            violations.push(`${path}: a living process gave no answer`)
          }
        }
      }
      if (Date.now() > until) throw new Error(`${path}: not available for ${timeoutMs / 1000} s`)
      await pause()
    }
  }

  function note(path: string, { status, text }: Answer): void {
    const what = `${status} ${path.replace(/\/(order|orders)\/[\w-]+/, '/$1/…')}`
    counts.refusals.set(what, (counts.refusals.get(what) ?? 0) + 1)
    if (status === 500 || !saysWhy(text)) {
      violations.push(`${what}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`)
    }
  }

  return {
    now: () => new Date(Date.now() + minutesAhead * 60_000),
    post: (path, message) =>
      send(path, () => ({ method: 'POST', ...message(), redirect: 'manual' })),
    get: (path, headers = {}) => send(path, () => ({ headers })),
    kill(which) {
      counts.kills += 1
      void end(which, 'SIGKILL').catch(() => {})
    },
    killAll(minutesLater) {
      counts.kills += count
      minutesAhead += minutesLater
      farthestAhead = Math.max(farthestAhead, minutesAhead)
      lives.forEach((_, which) => {
        void end(which, 'SIGKILL').catch(() => {})
      })
    },
    async freeze(which, forMs) {
      const { program, isEnding } = lives[which % count] ?? {}
      if (!program || isEnding) return
      program.child.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, forMs))
      program.child.kill('SIGCONT')
    },
    async restart(minutesLater) {
      await Promise.all(lives.map((_, which) => isUp(which)))
      farthestAhead += minutesLater
      minutesAhead = farthestAhead
      await Promise.all(lives.map((_, which) => end(which, 'SIGTERM')))
    },
    async stop() {
      await Promise.all(lives.map((_, which) => isUp(which)))
      for (const life of lives) {
        life.isEnding = true
        await life.program.stop()
      }
    },
    async close() {
      closed = true
      for (const life of lives) life.isEnding = true
      await Promise.all(programs.map((program) => program.stop('SIGKILL')))
    },
    violations,
    counts,
  }
}

async function attempt(
  address: Promise<string>,
  path: string,
  request: RequestInit,
): Promise<Answer | null> {
  try {
    const response = await fetch((await address) + path, request)
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}

function diedOf(program: Program, code: number | null, signal: NodeJS.Signals | null): string {
  return `a process died by itself (${signal ?? code}): ${program.output().slice(-600)}`
}

/** It did not start on a disk that was full then, and said so; it is started again until there is room. */
const refusedFullDisk = (program: Program) =>
  /DATA_DIR: the disk of \S+ is full/.test(program.output()) &&
  !program.output().includes('address http')

const isRefusal = (status: number) => status === 429 || status >= 500

/** A sentence for the reader: in the documented form, or on a page. */
function saysWhy(text: string): boolean {
  if (!text.startsWith('{')) return /<h1|<p/.test(text)
  const { error } = JSON.parse(text)
  return /^[A-Z].*\.$/.test(error?.message ?? '')
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))
