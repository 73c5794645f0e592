import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { setupPage } from '#app/.server/setup/queries/setup-page.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { chargeEvents, placed, stripeShop, tell } from '#tests/support/stripe-shop.ts'

async function told({ db }: AppContext) {
  const { kind, at, id } = alerts
  const found = await db.orm
    .select({ resolvedAt: alerts.resolvedAt, email: emailOutbox.recipient })
    .from(alerts)
    .leftJoin(emailOutbox, eq(emailOutbox.alertId, id))
    .where(eq(kind, 'webhook-refused'))
    .orderBy(asc(at))
  return found.map(({ resolvedAt, email }) => [resolvedAt === null ? 'open' : 'ended', email])
}

async function inSetup(app: AppContext) {
  const { topics } = await setupPage(app)
  return topics.flatMap(({ open }) => open.filter(({ isBroken }) => isBroken))
}

onBothDatabases('an event of Stripe whose signature does not fit', (open) => {
  it('alerts owners once a day at most and is red in Setup, until one that fits comes in [ALERT-11]', async () => {
    const { shop, stripe, tell: tellWell, pass } = await stripeShop(await open())
    const olga = 'olga@example.com'
    await firstAdmin(shop, olga)
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    const { refund } = chargeEvents(stripe, paid)
    const refused = async (event: unknown) => {
      pass(2)
      return tell(shop, stripe.signed(event, { secret: 'whsec_of_another_webhook' }))
    }
    // Made up: Stripe does not know it.
    expect(await refused({ ...paid, id: 'evt_made_up' })).toBe(400)
    expect(await refused({ id: paid })).toBe(400)
    expect(await told(shop)).toEqual([])
    expect(await inSetup(shop)).toEqual([])

    expect(await refused(paid)).toBe(400)
    expect(await refused(paid)).toBe(400)
    expect(await told(shop)).toEqual([['open', olga]])
    expect(await inSetup(shop)).toMatchObject([
      { message: expect.stringContaining('Ask the person who runs the server to set it.') },
    ])
    expect(await tellWell(paid)).toBe(200)
    expect(await told(shop)).toEqual([['ended', olga]])
    expect(await inSetup(shop)).toEqual([])

    // The same day it is shown again, and emailed no second time; the next day it is.
    await refused(refund(1))
    expect(await told(shop)).toEqual([['open', olga]])
    pass(24 * 60)
    await refused(refund(2))
    expect(await told(shop)).toEqual([
      ['ended', olga],
      ['open', olga],
    ])
  })

  it('is asked about once a minute, whatever is sent [ALERT-11]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    const ids: string[] = []
    const { payments } = shop
    if (!payments) throw new Error('no payments')
    const hasEvent = async (id: string) => {
      ids.push(id)
      return payments.hasEvent(id)
    }
    const counted = { ...shop, payments: { ...payments, hasEvent } }
    const send = (id: string) =>
      tell(counted, { body: JSON.stringify({ id }), header: 't=1,v1=forged' })
    for (const id of ['evt_1', 'evt_2', 'no event']) expect(await send(id)).toBe(400)
    pass(1)
    stripe.behave(500)
    for (const id of ['evt_3', 'evt_4']) expect(await send(id)).toBe(400)
    expect(ids).toEqual(['evt_1', 'evt_3'])
  })
})
