import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { AppContext } from '#app/.server/app-context.ts'
import { smtpEmail } from '#app/.server/emails/gateway/smtp.ts'

/** An email as it came over the wire. */
export type DeliveredEmail = {
  from: string
  to: string[]
  /** Its own lines, each folded header joined; names in lower case. */
  headers: Map<string, string[]>
  /** The whole, quoted-printable and base64 decoded. */
  words: string
  attachments: { filename: string; content: Buffer }[]
}

/** What the server does when an email's recipient is named. */
export type Mood =
  | 'accepts'
  /** 451: come back later. */
  | 'greylists'
  /** 550: no such mailbox. */
  | 'refuses'
  /** 554 once the whole email is there. */
  | 'refuses the words'
  /** Says nothing more. */
  | 'is silent'
  /** Takes the email, and the line breaks before it says so. */
  | 'takes it and hangs up'

/** A real SMTP server on this machine, on a free port unless one is named. */
export async function emailServer({
  port = 0,
  credentials,
}: {
  port?: number
  credentials?: { user: string; pass: string }
} = {}) {
  const delivered: DeliveredEmail[] = []
  const server = { mood: 'accepts' as Mood, asked: 0 }
  const smtp = new SMTPServer({
    disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !credentials,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const known = username === credentials?.user && password === credentials?.pass
      done(known ? null : refusal(535, 'Wrong name or password'), { user: username })
    },
    onRcptTo({ address }, _session, done) {
      server.asked += 1
      if (server.mood === 'is silent') return
      if (server.mood === 'greylists') return done(refusal(451, 'Please come back later'))
      if (server.mood === 'refuses') return done(refusal(550, `No mailbox ${address} here`))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (server.mood === 'refuses the words')
          return done(refusal(554, 'These words are refused'))
        const { mailFrom: emailFrom, rcptTo } = session.envelope
        delivered.push({
          from: emailFrom === false ? '' : emailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...readEmail(Buffer.concat(chunks).toString('utf8')),
        })
        if (server.mood !== 'takes it and hangs up') return done()
        for (const { _socket: socket } of smtp.connections as Set<{ _socket: { destroy(): void } }>)
          socket.destroy()
      })
    },
  })
  // A client that gives up resets its connection, which is no fault of the server's.
  smtp.on('error', () => {})
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port: taken } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    delivered,
    behave: (mood: Mood) => {
      server.mood = mood
    },
    asked: () => server.asked,
    close: () =>
      new Promise<void>((done) => {
        smtp.close(done)
      }),
  }
}
export type EmailServer = Awaited<ReturnType<typeof emailServer>>

/** The shop sends its emails to this server. */
export function sendsThrough({ app }: { app: AppContext }, { url }: EmailServer): void {
  const from = { name: '', address: 'orders@shop.example' }
  app.mail = smtpEmail({ url, reach: 'anywhere', from })
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function readEmail(raw: string): Omit<DeliveredEmail, 'from' | 'to'> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/s.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return {
    headers,
    words: raw
      .slice(head.length)
      .split(/\r\n--/)
      .map(decodedPart)
      .join('\n'),
    attachments: raw.split(/\r\n--/).flatMap(attachmentIn),
  }
}

function attachmentIn(part: string): DeliveredEmail['attachments'] {
  const [head = ''] = part.split('\r\n\r\n', 1)
  const name = /disposition: attachment; filename="?([^"\r\n]+)/i.exec(head)?.[1]
  if (name === undefined) return []
  return [{ filename: name, content: Buffer.from(part.slice(head.length), 'base64') }]
}

function decodedPart(part: string): string {
  const [head = ''] = part.split('\r\n\r\n', 1)
  const body = part.slice(head.length)
  if (/quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
  }
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return body.replaceAll('\r\n', '\n')
}
