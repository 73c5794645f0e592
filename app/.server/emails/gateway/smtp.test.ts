import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { readEmail } from '#app/domain/address/email.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { oneLine } from '../templates/email.ts'
import { type Email, EmailRefused } from './email-gateway.ts'
import { smtpEmail } from './smtp.ts'

const from = { name: 'Four Nines', address: 'orders@shop.example' }
const email: Email = {
  id: 'a-mail',
  to: 'ada@example.com',
  replyTo: null,
  subject: 'Your order is paid',
  text: 'Thank you.',
  html: '<p>Thank you.</p>',
}
const never = new AbortController().signal

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})
async function open(settings: Parameters<typeof emailServer>[0] = {}) {
  const server = await emailServer(settings)
  opened.push(server)
  return server
}

const refusalOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: unknown) => error,
  ) as Promise<EmailRefused | null>

describe('a header', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('\r\n', '\n', '\r', '\0', '\u2028', 'Bcc: eve@example.com', ' ', 'é'))
      .map((parts) => parts.join('')),
  )

  it('is one line of any text, with everything that can be read [MAIL-05]', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = oneLine(text)
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
        expect(line.isWellFormed()).toBe(true)
        expect(oneLine(line)).toBe(line)
      }),
    )
    expect(oneLine('Gold, 金, \u{1f642}\r\nBcc: eve@example.com')).toBe(
      'Gold, 金, \u{1f642} Bcc: eve@example.com',
    )
  })

  it('goes over the wire as one, whatever a subject or an address is made of [MAIL-05]', async () => {
    const server = await open()
    const gateway = smtpEmail({ url: server.url, reach: 'anywhere', from })
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (subject, address) => {
        server.delivered.length = 0
        const to =
          readEmail(address) ??
          readEmail(`${address.replaceAll(/\s/g, '')}@example.com`) ??
          email.to
        const sent = { ...email, to, replyTo: to, subject: `Paid ${oneLine(subject)}` }
        await gateway.send(sent, never)
        const [got] = server.delivered
        expect(got?.to).toHaveLength(1)
        expect([...(got?.headers.keys() ?? [])].sort()).toEqual([
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'reply-to',
          'subject',
          'to',
        ])
        expect([...(got?.headers.values() ?? [])].every((values) => values.length === 1)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a mail server', () => {
  it('gets name and password, and a wrong one is no fault of the mail', async () => {
    const credentials = { user: 'shop', pass: 'p@ss/word' }
    const server = await open({ credentials })
    const url = (pass: string) =>
      server.url.replace('//', `//${credentials.user}:${encodeURIComponent(pass)}@`)
    await smtpEmail({ url: url(credentials.pass), reach: 'anywhere', from }).send(email, never)
    expect(server.delivered).toHaveLength(1)
    const refused = await refusalOf(
      smtpEmail({ url: url('wrong'), reach: 'anywhere', from }).send(email, never),
    )
    expect(refused).toBeInstanceOf(EmailRefused)
    expect(refused?.permanent).toBe(false)
    expect(refused?.code).toContain('535')
  })

  it('that is not there differs from one that says no', async () => {
    const server = await open()
    server.behave('refuses')
    const no = await refusalOf(
      smtpEmail({ url: server.url, reach: 'anywhere', from }).send(email, never),
    )
    expect(no).toMatchObject({ permanent: true, code: 'EENVELOPE 550' })
    const gone = await emailServer()
    await gone.close()
    const nobody = await refusalOf(
      smtpEmail({ url: gone.url, reach: 'anywhere', from }).send(email, never),
    )
    expect(nobody?.permanent).toBe(false)
  })

  it('is left at once when the shop closes', async () => {
    const server = await open()
    server.behave('is silent')
    const closing = new AbortController()
    const sending = refusalOf(
      smtpEmail({ url: server.url, reach: 'anywhere', from }).send(email, closing.signal),
    )
    await expect.poll(server.asked).toBe(1)
    closing.abort()
    expect((await sending)?.permanent).toBe(false)
  })
})
