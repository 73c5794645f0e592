import { createTransport } from 'nodemailer'
import { connectWithin, type Reach } from '#app/.server/platform/outgoing-address.ts'
import { needsSmtpUtf8 } from '#app/domain/address/email.ts'
import { brand } from '#brand'
import { type Email, type EmailGateway, EmailRefused } from './email-gateway.ts'
import { offersSmtpUtf8 } from './smtp-utf8.ts'

type Settings = {
  /** `smtps://` is encrypted from the first byte; `smtp://` as soon as the server offers it. */
  url: string
  /** Where that address may lead. */
  reach: Reach
  from: { name: string; address: string }
  /** How long the server may be silent, in milliseconds. */
  timeoutMs?: number
}

/** Mail over SMTP, a connection each: a shop sends few. */
export function smtpEmail({ from, ...server }: Settings): EmailGateway {
  const { transport, connection } = transportTo(server)
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send(email: Email, signal: AbortSignal) {
      try {
        const others = [email.to, email.replyTo, from.address].filter((one) => one !== null)
        const isUtf8 = others.some(needsSmtpUtf8)
          ? await offersSmtpUtf8({ ...transport.options, ...(await connection()) }, signal)
          : true
        if (!isUtf8 && needsSmtpUtf8(email.to)) throw notAsciiRefused()
        await transport.sendMail({
          messageId: `<${email.id}@${host}>`,
          from: { name: from.name || brand.name, address: from.address },
          to: { name: '', address: email.to },
          ...(email.replyTo && (isUtf8 || !needsSmtpUtf8(email.replyTo))
            ? { replyTo: { name: '', address: email.replyTo } }
            : {}),
          subject: email.subject,
          text: email.text,
          html: email.html,
          attachments: (email.attachments ?? []).map(({ filename, pdf }) => ({
            filename,
            content: pdf,
            contentType: 'application/pdf',
          })),
          // Nobody's holiday notice answers it.
          headers: { 'Auto-Submitted': 'auto-generated', ...endHeaders(email) },
          signal,
        })
      } catch (error) {
        throw error instanceof EmailRefused ? error : refused(error)
      }
    },
  }
}

const endHeaders = ({ endLink }: Email): Record<string, string> =>
  endLink === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${endLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }

/** `timeoutMs`: how long the server may be silent. */
export function transportTo({ url, reach, timeoutMs = 15_000 }: Omit<Settings, 'from'>) {
  const { username, hostname } = new URL(url)
  const connection = async () =>
    reach === 'anywhere'
      ? {}
      : { connection: await connectWithin(reach, { ...serverOf(url), timeoutMs }) }
  const transport = createTransport({
    url,
    getSocket: (_options, callback) =>
      void connection().then(
        (made) => callback(null, made),
        (error: Error) => callback(error),
      ),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A password never leaves this machine in clear text, whatever a server says it cannot do.
    requireTLS: username !== '' && !isThisMachine(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { transport, connection }
}

/**
 * A server's no to this email or its recipient is for good; one to our password, or no answer at
 * all, says nothing of the email.
 */
export function refused(error: unknown): EmailRefused {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const aboutTheEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return new EmailRefused(error instanceof Error ? error.message : String(error), {
    permanent: aboutTheEmail && responseCode !== undefined && responseCode >= 500,
    code: responseCode === undefined ? code : `${code} ${responseCode}`,
  })
}

/** Nodemailer would send it anyway, to whatever address the server makes of it. */
const notAsciiRefused = () =>
  new EmailRefused(
    'The mail server doesn’t accept addresses with letters like ö before the @ (SMTPUTF8). Ask the buyer for another address.',
    { permanent: true, code: 'no SMTPUTF8' },
  )

function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function serverOf(url: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(url)
  const usual = protocol === 'smtps:' ? 465 : 587
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual }
}
