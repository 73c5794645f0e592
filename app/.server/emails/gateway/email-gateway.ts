/** An email ready to go. Every field that becomes a header is one line; see one-line.ts. */
export type Email = {
  /** The same at every attempt, so that an email delivered twice can be known. */
  id: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** Ends these emails by one POST, which mail programs offer as a button (RFC 8058). */
  endLink?: string
}

export type Attachment = { filename: string; pdf: Buffer }

/** Hands emails to a server that delivers them. Throws EmailRefused where it does not take one. */
export type EmailGateway = {
  send(email: Email, signal: AbortSignal): Promise<void>
}

/** `permanent`: the server refused this email for good (5xx); otherwise another attempt may succeed. */
export class EmailRefused extends Error {
  readonly permanent: boolean
  /** For the log: what happened, without anybody's address. */
  readonly code: string

  constructor(message: string, { permanent, code }: { permanent: boolean; code: string }) {
    super(message)
    this.permanent = permanent
    this.code = code
  }
}
