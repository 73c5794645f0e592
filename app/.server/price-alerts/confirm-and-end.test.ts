import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { maxAlerts } from '#app/domain/price-alerts/request.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  asked,
  shopWithAlerts,
  sizeOf,
  storedAlerts,
  tokensIn,
} from '#tests/support/price-alerts.ts'
import { changeProducts } from '#tests/support/products.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { currentCatalog } from '../catalog/queries/cached-catalog.ts'
import { EmailRefused } from '../emails/gateway/email-gateway.ts'
import { emailQueue } from '../emails/queries/email-queue.ts'
import { eraseBuyer } from '../privacy/commands/erase-buyer.ts'
import { keptDays, purge } from '../privacy/jobs/purge.ts'
import { exportBuyer } from '../privacy/queries/export-buyer.ts'
import { confirmAlert, endAlerts } from './commands/confirm-alert.ts'
import { requestAlert } from './commands/request-alert.ts'
import { confirmation, confirmationPage } from './queries/confirmation.ts'
import { endingPage } from './queries/ending-page.ts'

const dayMinutes = 24 * 60

onBothDatabases('price alerts', (open) => {
  it('no table knows of an address before it is confirmed, nor after its alert was ended [PIECEALERT-01, PIECEALERT-06, PIECEALERT-10]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, sent } = alerts
    const { confirm, end } = await asked(alerts, { email: 'ada+gold@example.com' })
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada+gold@example.com', 'Confirm your price alert'],
    ])
    expect(sent[0]?.text).toContain('under $1,500.00')
    // A program that looks through the email opens every link.
    expect((await confirmationPage(shop, confirm)).status).toBe('open')
    expect(await endingPage(shop, end)).toEqual([])
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual([])
    // Nor does the link show it to a log.
    expect(Buffer.from(confirm, 'base64url').toString('latin1')).not.toContain('ada')

    await confirmAlert(shop, confirm)
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual(['price_alerts'])
    expect((await confirmationPage(shop, confirm)).status).toBe('confirmed')
    expect(await endingPage(shop, end)).toHaveLength(1)
    expect(await emailQueue(shop)).toMatchObject({ waiting: 0, priceAlerts: 1 })
    await endAlerts(shop, end)
    await endAlerts(shop, end)
    expect(await endingPage(shop, end)).toEqual([])
    expect(await tablesWith(shop.db, 'ada+gold')).toEqual([])
  })

  it('confirmed twice it is one alert; a later request replaces it, whichever is confirmed last [PIECEALERT-01, PIECEALERT-05]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, pass } = alerts
    const first = await asked(alerts)
    await Promise.all([confirmAlert(shop, first.confirm), confirmAlert(shop, first.confirm)])
    const [stored] = await storedAlerts(shop)
    pass(1)
    const second = await asked(alerts, { email: 'ADA@Example.com', under: 140_000 })
    await confirmAlert(shop, second.confirm)
    await confirmAlert(shop, first.confirm)
    const all = await storedAlerts(shop)
    expect(all).toMatchObject([{ id: stored?.id, underCents: 140_000, sizeKey: 'Small' }])
    expect((await confirmationPage(shop, first.confirm)).under).toBe('$1,400.00')
  })

  it('an address has so many alerts and no more, and may still change one [PIECEALERT-05]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, pass } = alerts
    const products = [...(await currentCatalog(shop)).byId.keys()]
    const of = (nth: number) => ({
      product: products[nth >> 1] ?? '',
      size: nth % 2 ? 'Large' : 'Small',
      under: 120_000 - nth,
    })
    for (let nth = 0; nth < maxAlerts; nth += 1) {
      await confirmAlert(shop, (await asked(alerts, of(nth))).confirm)
    }
    const { confirm } = await asked(alerts, of(maxAlerts))
    expect(await refusal(confirmAlert(shop, confirm))).toMatchObject({
      status: 409,
      message: expect.stringContaining(`You already have ${maxAlerts} price alerts`),
    })
    pass(1)
    await confirmAlert(shop, (await asked(alerts, { ...of(0), under: 110_000 })).confirm)
    const all = await storedAlerts(shop)
    expect(all).toHaveLength(maxAlerts)
    expect(all.filter(({ underCents }) => underCents === 110_000)).toHaveLength(1)
  })

  it('a link that is late, altered, of another kind or for a size that is gone stores nothing [PIECEALERT-01, PIECEALERT-03]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, pass, goldBecomes } = alerts
    const statusOf = async (token: string) => {
      await confirmAlert(shop, token)
      return (await confirmation(shop, token)).status
    }
    const { confirm, end } = await asked(alerts)
    const altered = `${confirm.slice(0, 30)}${confirm[30] === 'A' ? 'B' : 'A'}${confirm.slice(31)}`
    for (const token of ['', 'x', altered, end, confirm.slice(0, -9), 'a'.repeat(5000)]) {
      expect([token, await statusOf(token)]).toEqual([token, 'unknown'])
    }
    for (const token of ['', altered, confirm]) expect(await endingPage(shop, token)).toBeNull()
    await endAlerts(shop, altered)

    await goldBecomes('20')
    expect(await statusOf(confirm)).toBe('under already')
    await goldBecomes('130')
    await changeProducts(shop, { active: false }, sql`id = '7'`)
    expect(await statusOf(confirm)).toBe('gone')
    await changeProducts(shop, { active: true }, sql`id = '7'`)
    pass(dayMinutes - 1)
    expect((await confirmation(shop, confirm)).status).toBe('open')
    pass(1)
    expect(await statusOf(confirm)).toBe('expired')
    expect(await storedAlerts(shop)).toEqual([])
  })

  it('says what the mail server made of the address, and stores nothing [PIECEALERT-03]', async () => {
    const { shop, sent } = await shopWithAlerts(await open())
    const size = await sizeOf(shop)
    const ask = () =>
      refusal(requestAlert(shop, size, { email: 'ada@example.com', under: 150_000 }))
    const refuse = (permanent: boolean) => {
      shop.mail = { send: () => Promise.reject(new EmailRefused('No', { permanent, code: 'x' })) }
    }
    refuse(true)
    expect(await ask()).toMatchObject({
      ...{ status: 422, code: 'email_refused' },
      details: { errors: { email: expect.stringContaining('We couldn’t deliver') } },
    })
    refuse(false)
    expect(await ask()).toMatchObject({ status: 503, code: 'mail_not_sent' })
    shop.mail = null
    expect(await ask()).toMatchObject({ status: 503 })
    expect(sent).toEqual([])
  })

  it('is exported and erased with its emails, by any spelling of the address [PIECEALERT-09]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, goldBecomes, work, sent } = alerts
    const email = 'Ada@example.com'
    await confirmAlert(shop, (await asked(alerts, { email })).confirm)
    await goldBecomes('40')
    await work()
    expect(tokensIn(sent.at(-1) ?? { text: '' }).end).not.toBe('')
    await goldBecomes('130')
    await confirmAlert(shop, (await asked(alerts, { email })).confirm)
    await confirmAlert(shop, (await asked(alerts, { email: 'ben@example.com' })).confirm)
    expect((await exportBuyer(shop, 'ada@example.com')).priceAlerts).toMatchObject({
      waiting: [{ productId: '7', sizeKey: 'Small', underCents: 150_000 }],
      emails: [{ subject: 'Fir Cone (Small) is under $1,500.00' }],
    })
    const actor = { type: 'command', id: 'a test' } as const
    expect((await eraseBuyer(shop, { email: 'ada@EXAMPLE.com', actor })).erased).toEqual([
      'the price alerts',
    ])
    expect((await storedAlerts(shop)).map((alert) => alert.email)).toEqual(['ben@example.com'])
    expect((await exportBuyer(shop, email)).priceAlerts).toEqual({ waiting: [], emails: [] })
  })

  it('ends after a year, and its email is deleted after 90 days [PIECEALERT-07, PIECEALERT-09]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, pass, goldBecomes, work } = alerts
    const { confirm, end } = await asked(alerts)
    await confirmAlert(shop, confirm)
    pass(365 * dayMinutes)
    // Over, whether it was deleted yet or not.
    await goldBecomes('40')
    await work()
    expect(alerts.sent).toHaveLength(1)
    expect(await endingPage(shop, end)).toEqual([])
    await purge(shop)
    expect(await storedAlerts(shop)).toEqual([])

    await goldBecomes('130')
    await confirmAlert(shop, (await asked(alerts)).confirm)
    await goldBecomes('40')
    await work()
    const emails = async () =>
      (await exportBuyer(shop, 'ada@example.com')).priceAlerts.emails.length
    pass(keptDays.priceAlerts * dayMinutes)
    await purge(shop)
    expect(await emails()).toBe(1)
    pass(1)
    await purge(shop)
    expect(await emails()).toBe(0)
  })
})
