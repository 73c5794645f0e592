import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { type Email, EmailRefused } from './email-gateway.ts'
import { smtpEmail } from './smtp.ts'

const email: Email = {
  ...{ id: 'a-mail', to: 'ada@example.com', replyTo: null },
  ...{ subject: 'Your order is paid', text: 'Thank you.', html: '<p>Thank you.</p>' },
}
const never = new AbortController().signal

/** Takes everything and stores each line as it came over the wire; smtp-server rewrites addresses. */
async function open(isAsciiOnly: boolean, from = 'Müller <gold@Müller.example>') {
  const lines: string[] = []
  const answers: Record<string, string> = {
    EHLO: isAsciiOnly ? '250-mail.example\r\n250 8BITMIME' : '250-mail.example\r\n250 SMTPUTF8',
    DATA: '354 go on',
    QUIT: '221 bye',
  }
  const server = createServer((socket) => {
    let isData = false
    socket.on('error', () => {})
    socket.write('220 mail.example\r\n')
    createInterface(socket).on('line', (line) => {
      lines.push(line)
      if (isData && line !== '.') return
      isData = line === 'DATA'
      socket.write(`${answers[line.slice(0, 4)] ?? '250 ok'}\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: from,
  }
  const { smtp } = readConfig(settings).mail
  if (!smtp) throw new Error('no mail server')
  return { gateway: smtpEmail(smtp), lines, close: () => server.close() }
}

describe('addresses on their way', () => {
  it('have ASCII domains in every header and in the envelope [PLACE-07]', async () => {
    const { lines, gateway } = await open(true)
    const to = 'joerg@xn--mller-kva.example'
    await gateway.send({ ...email, to, replyTo: 'joerg@müller.example' }, never)
    expect(lines).toContain(`RCPT TO:<${to}>`)
    expect(lines.find((line) => line.startsWith('MAIL FROM'))).toContain(
      '<gold@xn--mller-kva.example>',
    )
    expect(lines).toEqual(expect.arrayContaining([`To: ${to}`, `Reply-To: ${to}`]))
    expect(lines).toContain('Message-ID: <a-mail@xn--mller-kva.example>')
    expect(lines.join('\n')).not.toContain('müller.example')
  })

  it('may have plus signs, apostrophes and quoted local parts [PLACE-07]', async () => {
    const { lines, gateway } = await open(true)
    for (const to of ['ada+gold@example.com', "o'brien@example.com", '"john smith"@example.com']) {
      await gateway.send({ ...email, to, replyTo: to }, never)
      expect(lines).toContain(`RCPT TO:<${to}>`)
      expect(lines.find((line) => line.startsWith('Reply-To') && line.includes(to))).toBeDefined()
    }
  })

  it('may be at a host of the shop’s own network [PLACE-08]', async () => {
    const { lines, gateway } = await open(true, 'shop@mailhost')
    await gateway.send({ ...email, to: 'ann@localhost' }, never)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('MAIL FROM:<shop@mailhost>'),
        'RCPT TO:<ann@localhost>',
        'Message-ID: <a-mail@mailhost>',
      ]),
    )
  })

  it('with other letters before the @ go with SMTPUTF8 [PLACE-07]', async () => {
    const { lines, gateway } = await open(false)
    await gateway.send({ ...email, to: 'jörg@xn--mller-kva.example' }, never)
    expect(lines.some((line) => /^MAIL FROM:<.*> SMTPUTF8/.test(line))).toBe(true)
    expect(lines.some((line) => line.startsWith('RCPT TO:<jörg@'))).toBe(true)
  })

  it('are refused with the reason where the server has no SMTPUTF8, and no answer address then [PLACE-07]', async () => {
    const { lines, gateway } = await open(true)
    const jörg = 'jörg@xn--mller-kva.example'
    const refused = await gateway.send({ ...email, to: jörg }, never).catch((error) => error)
    expect(refused).toBeInstanceOf(EmailRefused)
    expect(refused).toMatchObject({ permanent: true, code: 'no SMTPUTF8' })
    expect(refused.message).toContain('SMTPUTF8')
    expect(lines.some((line) => line.startsWith('RCPT'))).toBe(false)
    await gateway.send({ ...email, replyTo: jörg }, never)
    expect(lines).toContain('RCPT TO:<ada@example.com>')
    expect(lines.some((line) => line.startsWith('Reply-To'))).toBe(false)
  })

  it('of a server that is away are tried again later [PLACE-07]', async () => {
    const { gateway, close } = await open(true)
    close()
    const refused = await gateway.send({ ...email, to: 'jörg@x.example' }, never).catch((e) => e)
    expect(refused).toMatchObject({ permanent: false })
  })
})
