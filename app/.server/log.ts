import { DrizzleQueryError } from 'drizzle-orm/errors'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log: one JSON object a line. A failed statement is told without its values, for they are
 * what the statement was about to store: order tokens, e-mail and postal addresses [SEC-06].
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination)
}

function withoutValues(error: Error): object {
  const told = pino.stdSerializers.err(error)
  let [message, stack] = [told.message, told.stack]
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue
    // As its constructor writes them into the message.
    const values = `\nparams: ${cause.params}`
    message = message.replaceAll(values, '')
    stack = stack.replaceAll(values, '')
  }
  const { params: _, ...rest } = told
  return { ...rest, message, stack }
}
