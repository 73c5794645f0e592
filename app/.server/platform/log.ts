import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, pino } from 'pino'
import { withoutKeys } from '#app/domain/access/secret-addresses.ts'
import { databaseTrouble } from './db/wrong-setting.ts'

/** The router reads `/%6Frder/` as `/order/`, so the log does as well. */
function readablePath(path: string): string {
  try {
    return withoutKeys(decodeURIComponent(path))
  } catch {
    return withoutKeys(path)
  }
}

/**
 * The log: one JSON object a line. Keys in addresses are left out [SEC-05], and of a failed
 * statement its values: order tokens, email and postal addresses [SEC-06]. Where the database refuses
 * the shop, the remedy is written beside the error [ENV-06].
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutValues, path: readablePath } }, destination)
}

function withoutValues(error: Error): object {
  const written = pino.stdSerializers.err(error)
  let [message, stack] = [written.message, written.stack]
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue
    // As its constructor writes them into the message.
    const values = `\nparams: ${cause.params}`
    message = message.replaceAll(values, '')
    stack = stack.replaceAll(values, '')
  }
  const { params: _, ...rest } = written
  const remedy = databaseTrouble(error)
  return {
    ...rest,
    message: withoutKeys(message),
    stack: withoutKeys(stack),
    ...(remedy ? { remedy } : {}),
  }
}

/** An error as staff are shown it: what we wrote about it, and its code; never its own message. */
export type RecentError = { at: Date; message: string; code: string | null }

const maxErrors = 20

/**
 * The same log, whose last errors are also kept for staff to see. An error's own message stays in
 * the log alone: it may quote what it was about.
 */
export function withRecentErrors(log: Logger, kept: RecentError[], now: () => Date): Logger {
  const wrapped: Logger = Object.create(log)
  const write = log.error.bind(log) as (...args: unknown[]) => void
  wrapped.error = ((...args: unknown[]) => {
    const [facts, message] = typeof args[0] === 'string' ? [{}, args[0]] : args
    kept.push({ at: now(), message: String(message ?? 'an error'), code: codeOf(facts) })
    if (kept.length > maxErrors) kept.shift()
    write(...args)
  }) as Logger['error']
  return wrapped
}

/** The code of the system or the database behind an error: `ECONNREFUSED`, `23505`. */
function codeOf(facts: unknown): string | null {
  const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null
  let code: string | null = null
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^[A-Z0-9_]{3,40}$/.test(String(cause.code))) code = String(cause.code)
  }
  return code
}
