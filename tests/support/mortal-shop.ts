import { addressOf, type Program, run } from './process.ts'

type Answer = { status: number; text: string }

/** A built shop in a process of its own, killed amidst its work and started again. */
export type MortalShop = {
  /** By the clock of the shop, which goes on by minutes at each death. */
  now(): Date
  /**
   * Posts, and posts again where no answer came, until one does. What is sent is made anew for each
   * try, at the time of that try.
   */
  post(path: string, message: () => { body: string; headers: object }): Promise<Answer>
  /** Kills it as the so many-th message from now goes out, others being on their way. */
  diesAfter(messages: number, minutesLater: number): void
  deaths(): number
  /** How many messages were never answered. */
  unanswered(): number
  /** Ends it as an operator would. */
  stop(): Promise<void>
  kill(): Promise<void>
}

const command = [process.execPath, 'tests/support/serve-ahead.ts'] as const
const mostTries = 20

export function openMortalShop(settings: Record<string, string>): MortalShop {
  let minutesAhead = 0
  let [deaths, unanswered, left, later] = [0, 0, Number.POSITIVE_INFINITY, 0]
  let program: Program
  const start = () => {
    program = run(command, { ...settings, PORT: '0', MINUTES_AHEAD: String(minutesAhead) })
    return addressOf(program)
  }
  let address = start()

  /** The signal is sent at once; the next life begins when the process is gone. */
  const die = () => {
    deaths += 1
    const gone = program.stop('SIGKILL')
    address = gone.then(() => {
      minutesAhead += later
      return start()
    })
  }

  return {
    now: () => new Date(Date.now() + minutesAhead * 60_000),
    async post(path, message) {
      for (let tries = 1; ; tries += 1) {
        const url = (await address) + path
        const { body, headers } = message()
        const sent = fetch(url, { method: 'POST', body, headers: { ...headers } })
        const answer = sent.then(async (got) => ({ status: got.status, text: await got.text() }))
        left -= 1
        if (left === 0) die()
        try {
          return await answer
        } catch (error) {
          unanswered += 1
          if (tries === mostTries) throw error
        }
      }
    },
    diesAfter(messages, minutesLater) {
      left = messages
      later = minutesLater
    },
    deaths: () => deaths,
    unanswered: () => unanswered,
    async stop() {
      await address
      await program.stop()
    },
    async kill() {
      await address.catch(() => undefined)
      await program.stop('SIGKILL')
    },
  }
}
