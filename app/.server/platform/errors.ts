/**
 * An expected failure: a sentence for the reader, a code and a status for programs. Thrown by
 * queries and commands; api-route.ts and page-errors.ts make the answer of it. Throwing anything
 * else is a bug.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  /** Further fields of the answer beside `error`, e.g. a fresh quote. */
  readonly details: Record<string, unknown>
  /** For the log alone. */
  readonly facts: Record<string, unknown>

  constructor(
    code: string,
    status: number,
    message: string,
    {
      details = {},
      facts = {},
      cause,
    }: { details?: Record<string, unknown>; facts?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.facts = facts
  }
}

/**
 * The database does not answer, or there is none: in catalog-only mode, and until a configured one is
 * first reached. Anyone who knows the reader chooses the sentence.
 */
export class DatabaseUnavailable extends AppError {
  constructor(
    message = 'The database isn’t responding. Nothing was changed. Please try again in a few minutes.',
    options: { cause?: unknown } = {},
  ) {
    super('shop_unavailable', 503, message, options)
  }
}

/** What was entered does not work. The message is the provider's reason; `field` names the entry. */
export class NotAccepted extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Whether what was entered works is not known: its provider could not be reached. */
export class NotReached extends NotAccepted {}
