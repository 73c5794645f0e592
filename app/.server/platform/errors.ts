/**
 * An expected failure: a sentence for the reader, a code and status for programs, facts for the
 * log. Thrown by operations, turned into an answer at the door (http/answer.ts).
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly facts: Record<string, unknown>
  /** Further fields of the answer beside `error`, e.g. a fresh quote. */
  readonly alongside: Record<string, unknown>

  constructor(
    code: string,
    status: number,
    toReader: string,
    {
      facts = {},
      alongside = {},
    }: { facts?: Record<string, unknown>; alongside?: Record<string, unknown> } = {},
  ) {
    super(toReader)
    this.code = code
    this.status = status
    this.facts = facts
    this.alongside = alongside
  }
}
