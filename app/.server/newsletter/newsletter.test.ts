import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  newsletterTokens,
  requestSignUp,
  setNewsletter,
  subscribers,
} from '#tests/support/newsletter.ts'
import { shopWithAlerts } from '#tests/support/price-alerts.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { eraseBuyer } from '../privacy/commands/erase-buyer.ts'
import { exportBuyer } from '../privacy/queries/export-buyer.ts'
import { newsletterSetting } from '../settings/newsletter.ts'
import { removeSubscriber } from './commands/remove-subscriber.ts'
import { requestNewsletter } from './commands/request-newsletter.ts'
import { leaveNewsletter, subscribe } from './commands/subscribe.ts'
import { offeredNewsletter, signUpOf } from './queries/sign-up.ts'
import { newsletterPage, subscribersCsv } from './queries/subscribers.ts'

const dayMinutes = 24 * 60

onBothDatabases('the newsletter', (open) => {
  const withNewsletter = async () => {
    const shop = await shopWithAlerts(await open())
    await setNewsletter(shop.shop, { enabled: true })
    return shop
  }

  it('no table knows of an address before it is confirmed, nor after its owner left [NEWS-01, NEWS-03]', async () => {
    const at = await withNewsletter()
    const { shop, sent } = at
    const { confirm, leave } = await requestSignUp(at, 'ada+gold@example.com')
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada+gold@example.com', 'Confirm your newsletter sign-up'],
    ])
    expect(sent[0]?.endLink).toMatch(/\/newsletter\/leave\//)
    expect((await signUpOf(shop, confirm)).status).toBe('open')
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual([])
    expect(Buffer.from(confirm, 'base64url').toString('latin1')).not.toContain('ada')

    await Promise.all([subscribe(shop, confirm), subscribe(shop, confirm)])
    expect(await subscribers(shop)).toHaveLength(1)
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual(['newsletter_subscribers'])
    expect((await signUpOf(shop, confirm)).status).toBe('confirmed')
    await leaveNewsletter(shop, leave)
    await leaveNewsletter(shop, leave)
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual([])
  })

  it('keeps which sentence was read, when, and on which page; a later request counts [NEWS-02]', async () => {
    const at = await withNewsletter()
    const { shop, pass } = at
    const first = await requestSignUp(at)
    const offered = await offeredNewsletter(shop)
    await subscribe(shop, first.confirm)
    const [before] = await subscribers(shop)
    expect(before).toMatchObject({ source: '/contact', version: 1, ...offered })
    expect(before?.confirmedAt).toEqual(shop.now())

    pass(5)
    await setNewsletter(shop, { sentence: 'News, twice a year.' })
    const asked = { email: 'ada@example.com', source: '/contact' } as const
    const offer = await offeredNewsletter(shop)
    if (!offer) throw new Error('no newsletter is offered')
    const old = { ...asked, consent: before?.sentence ?? '' }
    expect(await refusal(requestNewsletter(shop, offer, old))).toMatchObject({
      ...{ status: 409, code: 'consent_changed' },
      details: { errors: { consent: expect.stringContaining('The wording has changed.') } },
    })
    const second = await requestSignUp(at, 'ADA@example.com')
    await subscribe(shop, second.confirm)
    await subscribe(shop, first.confirm)
    expect(await subscribers(shop)).toMatchObject([
      { id: before?.id, email: 'ADA@example.com', sentence: 'News, twice a year.', version: 2 },
    ])
    // Saved again as it was, it is the same version.
    await setNewsletter(shop, { enabled: false })
    expect((await newsletterSetting.current(shop)).version).toBe(2)
  })

  it('the form answers the same for an address on the list and for any other [NEWS-03]', async () => {
    const at = await withNewsletter()
    const { shop, sent } = at
    await subscribe(shop, (await requestSignUp(at)).confirm)
    await requestSignUp(at)
    await requestSignUp(at, 'ben@example.com')
    const [, again, other] = sent.map(({ text }) => text.replace(/\/newsletter\/\S+/g, ''))
    expect(again).toBe(other)
    // Two links for one address differ, and neither can be made of the other.
    const [one, two] = sent.map((email) => newsletterTokens(email).leave)
    expect(one).not.toBe(two)
  })

  it('a link that is late, altered, of another kind, or while it is off stores nothing [NEWS-01, NEWS-04, NEWS-06]', async () => {
    const at = await withNewsletter()
    const { shop, pass } = at
    const statusOf = async (token: string) => {
      await subscribe(shop, token)
      return (await signUpOf(shop, token)).status
    }
    const { confirm, leave } = await requestSignUp(at)
    const altered = `${confirm.slice(0, 30)}${confirm[30] === 'A' ? 'B' : 'A'}${confirm.slice(31)}`
    for (const token of ['', 'x', altered, leave, confirm.slice(0, -9), 'a'.repeat(5000)]) {
      expect([token, await statusOf(token)]).toEqual([token, 'unknown'])
    }
    await setNewsletter(shop, { enabled: false })
    expect(await offeredNewsletter(shop)).toBeNull()
    expect(await statusOf(confirm)).toBe('off')
    await setNewsletter(shop, { enabled: true })
    pass(dayMinutes)
    expect(await statusOf(confirm)).toBe('expired')
    expect(await subscribers(shop)).toEqual([])
    await subscribe(shop, (await requestSignUp(at)).confirm)
    await leaveNewsletter(shop, confirm)
    expect(await subscribers(shop)).toHaveLength(1)
    shop.mail = null
    expect(await offeredNewsletter(shop)).toBeNull()
  })

  it('is a file with what each agreed to and the way out of it, in pages [NEWS-05]', async () => {
    const at = await withNewsletter()
    const { shop } = at
    await subscribe(shop, (await requestSignUp(at)).confirm)
    await shop.db.orm.execute(`insert into newsletter_subscribers
      (email, requested_at, confirmed_at, source, sentence, version)
      select 'reader' || n || '@example.com', now(), timestamptz '2020-01-01', '/our-story', '=1+1', 1
      from generate_series(1, 600) n`)
    let file = ''
    for await (const part of subscribersCsv(shop)) file += part
    const lines = file.trim().split('\r\n')
    expect(lines[0]).toContain(
      'Email,Confirmed at,Source page,Consent version,Consent,Unsubscribe link',
    )
    expect(lines).toHaveLength(602)
    expect(new Set(lines).size).toBe(602)
    expect(file).not.toContain(',=1+1')
    const link = /\/newsletter\/leave\/([\w-]+)/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    await leaveNewsletter(shop, link)
    expect((await newsletterPage(shop)).subscribers).toBe(600)

    await removeSubscriber(shop, { by: 'ann@example.com', email: 'READER7@example.com' })
    const gone = removeSubscriber(shop, { by: 'ann@example.com', email: 'reader7@example.com' })
    expect(await refusal(gone)).toMatchObject({ status: 422 })
    expect(await tablesWith(shop.db, 'reader7@')).toEqual([])
  })

  it('is exported and erased by any spelling of the address [NEWS-07]', async () => {
    const at = await withNewsletter()
    const { shop } = at
    await subscribe(shop, (await requestSignUp(at, 'Ada@example.com')).confirm)
    await subscribe(shop, (await requestSignUp(at, 'ben@example.com')).confirm)
    expect((await exportBuyer(shop, 'ada@example.com')).newsletter).toMatchObject([
      { email: 'Ada@example.com', source: '/contact', version: 1 },
    ])
    const actor = { type: 'command', id: 'a test' } as const
    expect((await eraseBuyer(shop, { email: 'ada@EXAMPLE.com', actor })).erased).toEqual([
      'the newsletter sign-up',
    ])
    expect((await subscribers(shop)).map(({ email }) => email)).toEqual(['ben@example.com'])
  })
})
