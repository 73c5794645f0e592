import { type Day, isDay } from '#app/domain/time/day.ts'

/** What the entries of the log are about, as the screen parts them. */
export const logAreas = ['people', 'products', 'orders', 'gold', 'settings', 'backups'] as const
export type LogArea = (typeof logAreas)[number]

/** Who did something that was no admin: a program of the server, or somebody who was not signed in. */
export const otherActors = ['commands', 'visitors'] as const

/** What of the log is requested. */
export type LogQuestion = {
  /** An admin's email address, or one of otherActors. */
  who?: string | undefined
  area?: LogArea | undefined
  /** Days of the shop, both included. */
  from?: Day | undefined
  to?: Day | undefined
  /** Words, of which each is found by its beginning. */
  q?: string | undefined
  /** The id of an entry: those older, or those newer, than it. */
  before?: number | undefined
  after?: number | undefined
}

/** The address says it; what it says wrongly is not asked. */
export function readLogQuestion(search: URLSearchParams): LogQuestion {
  const text = (name: string) => search.get(name)?.trim().slice(0, 254) || undefined
  const day = (name: string) => {
    const input = text(name)
    return input && isDay(input) ? input : undefined
  }
  const id = (name: string) => {
    const input = Number(text(name))
    return Number.isSafeInteger(input) && input > 0 ? input : undefined
  }
  return {
    who: text('who'),
    area: logAreas.find((known) => known === text('area')),
    from: day('from'),
    to: day('to'),
    q: text('q'),
    before: id('before'),
    after: id('after'),
  }
}
