import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import type { TestShop } from '#tests/support/built-shop.ts'
import type { EmailServer } from '#tests/support/email-server.ts'
import { paysAtStripe } from '#tests/support/storm/shoppers.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import { type Answer, ask } from './raw-request.ts'

/** What came about, by name. `keys` open something of staff or the shop; `orders` open one order. */
export type Known = { keys: Map<string, string>; orders: Map<string, string> }

type Person = { email: string; password: string; cookie: string; secret: Secret; codes: string[] }
type Places = { shop: TestShop; stripe: StripeServer; mails: EmailServer }

/**
 * A shop's first day over http: set up, signed in, invited, ordered, paid, mailed, and refused now and
 * then; all that nobody else may know is written down. An invitation and a new email address stay open.
 */
export async function fullDay({ shop, stripe, mails: emails }: Places): Promise<Known> {
  const keys = new Map<string, string>()
  const orders = new Map<string, string>()
  const know = (name: string, value: string | undefined) => {
    if (!value || value.length < 6) throw new Error(`there is no ${name}`)
    keys.set(`${name} ${keys.size}`, value)
    return value
  }
  const last = (address: string) => address.slice(address.lastIndexOf('/') + 1)

  const send = async (
    path: string,
    fields: Record<string, string> | object | string,
    { cookie = '', json = false, headers = {} as Record<string, string> } = {},
  ): Promise<Answer & { cookie: string }> => {
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
    const form = () => new URLSearchParams(fields as Record<string, string>).toString()
    const written = () => (json ? JSON.stringify(fields) : form())
    const body = typeof fields === 'string' ? fields : written()
    const sent = { origin: shop.url, 'content-type': type, ...(cookie ? { cookie } : {}) }
    const answer = await ask(shop.url, path, {
      method: 'POST',
      headers: { ...sent, ...headers },
      body,
    })
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String)
    for (const each of cookies) {
      const [, value = ''] = /^[^=]+=([^;]*)/.exec(each) ?? []
      if (value.length > 5) know('cookie', decodeURIComponent(value))
    }
    const session = cookies.find((each) => each.includes('session_token='))
    return { ...answer, cookie: session?.split(';')[0] ?? cookie }
  }

  const code = (secret: Secret) =>
    know('code', new TOTP({ secret }).generate({ timestamp: shop.app.now().getTime() }))

  const emailed = async (to: string, pattern: RegExp): Promise<string> => {
    let found = ''
    await vi.waitFor(
      () => {
        const words = emails.delivered.filter((email) => email.to.includes(to)).map((m) => m.words)
        found = pattern.exec(words.join('\n'))?.[0] ?? ''
        expect(found, `${to}: ${pattern}`).not.toBe('')
      },
      { timeout: 20_000, interval: 100 },
    )
    return found
  }

  /** The two forms of a link that makes an admin. */
  const enrolls = async (link: string, email: string, password: string): Promise<Person> => {
    know('link', last(link))
    know('password', password)
    const path = new URL(link).pathname
    expect((await ask(shop.url, path)).status).toBe(200)
    const first = await send(path, { email, password })
    const ticket = know('ticket', /name="ticket" value="([^"]+)"/.exec(first.text)?.[1])
    const uri = /otpauth:[^"]+/.exec(first.text)?.[0].replaceAll('&amp;', '&') ?? ''
    const text = know('second factor', new URL(uri).searchParams.get('secret') ?? '')
    const secret = Secret.fromBase32(text)
    know('second factor in hex', secret.hex)
    await send(path, { ticket, code: know('wrong code', '019283') })
    const done = await send(path, { ticket, code: code(secret) })
    const list = /aria-label="Recovery codes".*?<\/ul>/s.exec(done.text)?.[0] ?? ''
    const codes = [...list.matchAll(/<li[^>]*>([^<]+)</g)].map(([, each]) =>
      know('recovery code', each),
    )
    expect(codes.length).toBeGreaterThan(4)
    return { email, password, secret, codes, cookie: done.cookie }
  }

  const signs = async ({ email }: Pick<Person, 'email'>, password: string, factor: string) =>
    send('/admin/login', { email, password, code: factor })

  // The first admin, and wrong and right ways to sign in.
  const ann = await enrolls(
    (await setupLink(shop.app)) ?? '',
    'ann@example.com',
    'correct gold battery 1',
  )
  shop.clock.advance({ minutes: 1 })
  await signs(ann, know('wrong password', 'a wrong horse of gold 2'), code(ann.secret))
  await signs(ann, ann.password, know('wrong code', '564738'))
  const [spent = ''] = ann.codes
  await signs(ann, ann.password, spent)
  const signed = await signs(ann, ann.password, code(ann.secret))
  expect(signed.status).toBe(303)
  ann.cookie = signed.cookie

  // Somebody is invited and comes; somebody else is invited and has not come yet.
  const invites = (email: string) =>
    send('/admin/staff', { action: 'invite', email, role: 'bench' }, { cookie: ann.cookie })
  expect((await invites('ben@example.com')).status).toBe(200)
  const link = await emailed('ben@example.com', /http:\S+\/admin\/invitation\/[\w-]+/)
  await enrolls(link, 'ben@example.com', 'another gold battery 3')
  expect((await invites('cyd@example.com')).status).toBe(200)
  know(
    'open invitation',
    last(await emailed('cyd@example.com', /http:\S+\/admin\/invitation\/[\w-]+/)),
  )
  shop.clock.advance({ minutes: 2 })
  const change = { action: 'email', newEmail: 'ann.new@example.com', current: ann.password }
  const proven = { ...change, code: code(ann.secret) }
  ann.cookie = (await send('/admin/account', proven, { cookie: ann.cookie })).cookie
  know(
    'open email link',
    last(await emailed('ann.new@example.com', /http:\S+\/admin\/email\/[\w-]+/)),
  )

  // An order: refused, asked for while the provider fails, placed, paid, told of twice and mailed.
  await shop.goldBecomes('130')
  const line = { productId: '7', size: 'Small', quantity: 1 }
  const quoted = JSON.parse((await send('/api/quote', { lines: [line] }, { json: true })).text)
  orders.set('quote', quoted.quote)
  const checkout = (amount: number) =>
    send('/api/create-checkout-session', { amount, quote: quoted.quote }, { json: true })
  await checkout(1)
  for (const mood of ['html', 500, 'cut'] as const) {
    stripe.behave(mood, 3)
    await checkout(Number(quoted.total))
  }
  stripe.behave(null)
  const placed = await checkout(Number(quoted.total))
  expect(placed.status, placed.text).toBe(200)
  const session = last(JSON.parse(placed.text).url)
  orders.set('payment page', session)
  const events = paysAtStripe(stripe, session, 'paid') ?? []
  for (const secret of ['whsec_of_somebody_else', undefined]) {
    for (const event of [...events, ...events]) {
      const { body, header } = stripe.signed(event, secret ? { secret } : {})
      for (const [, signature] of header.matchAll(/v1=(\w+)/g)) know('signature', signature)
      const headers = { 'stripe-signature': header }
      const told = await send('/api/stripe/webhook', body, { json: true, headers })
      expect(told.status).toBe(secret ? 400 : 200)
    }
  }
  const order = new URL(await emailed('ada@example.com', /http:\S+\/order\/[\w-]+/)).pathname
  orders.set('order', last(order))
  for (const path of [order, `${order}.data`, `${order}/x`, `${order}?utm=1`, `/${order}`]) {
    await ask(shop.url, path)
    await send(path, {})
  }

  // What is refused or fails: bodies cut off, other origins, emails that are not taken.
  emails.behave('refuses the words')
  await invites('dan@example.com')
  await vi.waitFor(() => expect(emails.asked()).toBeGreaterThan(5), { timeout: 20_000 })
  const elsewhere = { headers: { origin: 'https://elsewhere.example' }, cookie: ann.cookie }
  await send('/admin/staff', { action: 'invite' }, elsewhere)
  await send('/admin/login', { email: ann.email, password: ann.password }, { json: true })
  await ask(shop.url, `/admin/dashboard?code=${spent}`, { headers: { cookie: ann.cookie } })
  return { keys, orders }
}
