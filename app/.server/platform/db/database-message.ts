/**
 * What the database, or the way to it, said: the innermost error with a code, without the statement
 * that Drizzle puts in front of it. Null for anything else. For staff, never for visitors.
 */
export function databaseMessage(error: unknown): string | null {
  let message: string | null = null
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') message = cause.message
  }
  return message
}
