import SMTPConnection from 'nodemailer/lib/smtp-connection'

type Options = ConstructorParameters<typeof SMTPConnection>[0]

/** Whether a server takes addresses with letters of any script before the @ (RFC 6531). */
export function offersSmtpUtf8(options: Options, signal: AbortSignal): Promise<boolean> {
  const connection = new SMTPConnection(options)
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  connection.once('error', reject)
  connection.connect(() => {
    const greeting = String(connection.lastServerResponse ?? '')
    resolve(/[ -]SMTPUTF8\b/i.test(greeting))
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    connection.close()
  })
}
