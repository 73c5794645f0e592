import { expect, it, onTestFinished } from 'vitest'
import { smtpEmail } from '#app/.server/emails/gateway/smtp.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { setupPage } from '../queries/setup-page.ts'
import { sendSetupEmail } from './send-setup-email.ts'

const from = { name: '', address: 'orders@shop.example' }
const to = 'ann@example.com'

onBothDatabases('a test mail to oneself', (open) => {
  it('is sent by the real server and recorded, and each failure is said in plain words [SETUP-06]', async () => {
    const db = await open()
    const server = await emailServer({ credentials: { user: 'shop', pass: 'right' } })
    onTestFinished(() => server.close())
    const url = new URL(server.url)
    url.username = 'shop'
    url.password = 'right'
    const shopBy = (address: string) =>
      testShop({ db, mail: smtpEmail({ url: address, reach: 'anywhere', from, timeoutMs: 500 }) })
    const shop = shopBy(url.href)
    expect((await setupPage(shop)).tried.mailAt).toBeNull()

    url.password = 'wrong'
    const said = async (address: string, waitMs?: number) =>
      (await refusal(sendSetupEmail(shopBy(address), to, waitMs))).message
    expect(await said(url.href)).toMatch(/didn’t accept the username or password/)
    expect(await said('smtp://127.0.0.1:1')).toMatch(
      /couldn’t be reached\. Please check the host, port, and encryption\. No/,
    )
    url.password = 'right'
    server.behave('refuses')
    expect(await said(url.href)).toMatch(/didn’t accept it: .*No mailbox/)
    server.behave('is silent')
    expect(await said(url.href, 300)).toMatch(/didn’t respond in time/)
    expect((await refusal(sendSetupEmail(testShop({ db }), to))).code).toBe('no_mail_server')
    expect((await setupPage(shop)).tried.mailAt).toBeNull()

    server.behave('accepts')
    await sendSetupEmail(shop, to)
    expect(server.delivered).toMatchObject([{ from: 'orders@shop.example', to: [to] }])
    expect((await setupPage(shop)).tried.mailAt).toBe(shop.now().toISOString())
  })
})

it('closes with the shop that it waits in [SETUP-06]', async () => {
  const server = await emailServer()
  onTestFinished(() => server.close())
  server.behave('is silent')
  const closing = new AbortController()
  const shop = testShop({ db: null, mail: smtpEmail({ url: server.url, reach: 'anywhere', from }) })
  const sending = refusal(sendSetupEmail({ ...shop, closing: closing.signal }, to))
  closing.abort()
  expect((await sending).code).toBe('mail_refused')
})
