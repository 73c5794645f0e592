import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { goldSizeAttribute } from '#app/domain/catalog/gold-size.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { killedBeforeCommit, onBothDatabases } from '#tests/support/databases.ts'
import { asked, shopWithAlerts, sizeOf, storedAlerts } from '#tests/support/price-alerts.ts'
import { changeProducts } from '#tests/support/products.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { confirmAlert } from '../commands/confirm-alert.ts'
import { alertSlice, sendPriceAlerts } from './send-price-alerts.ts'

const outbox = (app: AppContext) =>
  app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, 'price-alert'))

/** A weight and fee for Small of 7, as staff would save them. */
async function save(app: AppContext, size: { weight: number; fee: number } | null) {
  const isSmall = sql`product_id = '7' and name = 'Gold Size: Small'`
  if (size === null) await app.db.orm.delete(productAttributes).where(isSmall)
  else {
    const { option } = goldSizeAttribute({
      ...{ size: 'Small', weight: size.weight as Milligrams, fee: cents(size.fee) },
      checkoutLink: null,
    })
    await app.db.orm.update(productAttributes).set({ option }).where(isSmall)
  }
  await changeProducts(app, {}, sql`id = '7'`)
}

onBothDatabases('an email about a price', (open) => {
  it('is sent once, when the price shown is under the amount, with how it is made up [PIECEALERT-04]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, goldBecomes, work, sent } = alerts
    await save(shop, { weight: 14_700, fee: 75_000 })
    await confirmAlert(shop, (await asked(alerts, { under: 211_372 })).confirm)
    await work()
    await goldBecomes('92.7698')
    expect((await sizeOf(shop)).price).toBe(211_372)
    await work()
    expect(sent).toHaveLength(1)
    await goldBecomes('92.7697')
    await work()
    await work()
    await goldBecomes('92')
    await work()
    expect(sent.slice(1)).toMatchObject([
      { to: 'ada@example.com', subject: 'Fir Cone (Small) is under $2,113.72' },
    ])
    const [, email] = sent
    expect(email?.text).toContain('Gold: 14.7 g × $92.7697 per gram = $1,363.71')
    expect(email?.text).toContain('Flat fee: $750.00')
    expect(email?.text).toContain('is $2,113.71, which is under $2,113.72')
    expect(email?.text).toContain('/product/7?size=Small')
    expect(email?.endLink).toMatch(/^http:\/\/localhost:3000\/price-alert\/end\/[\w-]+$/)
    expect(await storedAlerts(shop)).toEqual([])
  })

  it('a process that is killed leaves the alert or the email, never both or neither [PIECEALERT-04]', async () => {
    const db = await open()
    const alerts = await shopWithAlerts(db)
    const { shop, goldBecomes, sent } = alerts
    await confirmAlert(shop, (await asked(alerts)).confirm)
    await goldBecomes('40')
    shop.db = killedBeforeCommit(db)
    await expect(sendPriceAlerts(shop)).rejects.toThrow('killed')
    shop.db = db
    expect([(await storedAlerts(shop)).length, (await outbox(shop)).length]).toEqual([1, 0])
    // Two processes at a time, and again after a start.
    await Promise.all([sendPriceAlerts(shop), sendPriceAlerts(shop)])
    expect([(await storedAlerts(shop)).length, (await outbox(shop)).length]).toEqual([0, 1])
    await sendPriceAlerts(shop)
    await sendEmail(shop)
    await sendEmail(shop)
    expect(sent).toHaveLength(2)
  })

  it('follows the weight and fee of the size, and waits while it is hidden or sold out [PIECEALERT-02, PIECEALERT-07]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, work, sent } = alerts
    await save(shop, { weight: 14_700, fee: 75_000 })
    await confirmAlert(shop, (await asked(alerts, { under: 200_000 })).confirm)
    const threshold = async () => (await storedAlerts(shop))[0]?.threshold
    expect(await threshold()).toBe(850_336)
    await save(shop, { weight: 12_000, fee: 75_000 })
    await work()
    expect(await threshold()).toBe(1_041_662)
    await save(shop, { weight: 12_000, fee: 250_000 })
    await work()
    expect(await threshold()).toBeNull()
    await changeProducts(shop, { active: false }, sql`id = '7'`)
    await save(shop, { weight: 5_000, fee: 10_000 })
    await work()
    await changeProducts(shop, { active: true, pieces: 0, piecesCounted: 1 }, sql`id = '7'`)
    await work()
    expect(await storedAlerts(shop)).toMatchObject([{ weightMg: null, threshold: null }])
    expect(sent).toHaveLength(1)
    await changeProducts(shop, { pieces: null, piecesCounted: null }, sql`id = '7'`)
    await work()
    expect(sent.at(-1)?.text).toContain('Gold: 5 g ×')
  })

  it('never goes by a threshold that a change of the size made wrong [PIECEALERT-02]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, work, sent } = alerts
    await confirmAlert(shop, (await asked(alerts)).confirm)
    await work()
    const right = (await storedAlerts(shop))[0]?.threshold
    await shop.db.orm.update(priceAlerts).set({ threshold: 9_000_000 })
    await work()
    expect((await storedAlerts(shop))[0]?.threshold).toBe(right)
    expect(sent).toHaveLength(1)
  })

  it('ends without an email where its size or its piece is deleted [PIECEALERT-07]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, work, goldBecomes, sent } = alerts
    await confirmAlert(shop, (await asked(alerts)).confirm)
    await confirmAlert(shop, (await asked(alerts, { size: 'Large', under: 200_000 })).confirm)
    await save(shop, null)
    await work()
    expect(await storedAlerts(shop)).toMatchObject([{ sizeKey: 'Large' }])
    await shop.db.orm.delete(products).where(eq(products.id, '7'))
    await goldBecomes('20')
    await work()
    expect(await storedAlerts(shop)).toEqual([])
    expect(sent).toHaveLength(2)
  })

  it('waits while the shop sells nothing or cannot send email [PIECEALERT-07]', async () => {
    const alerts = await shopWithAlerts(await open())
    const { shop, work, goldBecomes, pass } = alerts
    const { mail, payments } = shop
    if (payments) shop.payments = { ...payments, live: true }
    await confirmAlert(shop, (await asked(alerts)).confirm)
    await goldBecomes('40')
    shop.mail = null
    await work()
    shop.mail = mail
    // Too old a price to quote by.
    pass(60 * 24 * 30)
    await work()
    expect(await outbox(shop)).toEqual([])
    await goldBecomes('41')
    await stopSelling(shop, { by: 'ann@example.com', message: '' })
    shop.revisions.raise('settings')
    await work()
    expect(await outbox(shop)).toEqual([])
    expect(await storedAlerts(shop)).toHaveLength(1)
    await resumeSelling(shop, { by: 'ann@example.com' })
    shop.revisions.raise('settings')
    await work()
    expect(await outbox(shop)).toHaveLength(1)
  })

  it('among 10,000 alerts a new price reads those that it fires and no others, in slices [PIECEALERT-04]', async () => {
    const db = await open()
    const { shop, goldBecomes, sent } = await shopWithAlerts(db)
    const { weight, fee } = (await sizeOf(shop)).size
    const { orm } = db
    // One alert for each ten-thousandth of a dollar per gram from 40 up to 41, in cents of the piece.
    await orm.execute(sql`insert into price_alerts (email, product_id, size_key, under_cents,
        requested_at, ends_at, weight_mg, fee_cents, threshold)
      select 'buyer' || n || '@example.com', '7', 'Small', (${weight}::bigint * (400000 + n)) / 100000 + ${fee} + 1,
        now() - interval '1 hour', '2099-01-01', ${weight}, ${fee}, 400000 + n
      from generate_series(1, 10000) n`)
    await orm.execute(sql`update price_alerts set threshold =
      ((2 * (under_cents - fee_cents - 1) + 1) * 50000 - 1) / weight_mg`)
    await orm.execute(sql`analyze price_alerts`)
    await sendPriceAlerts(shop)
    // Whether there is any, and whether one is due.
    expect(await statementsOf(shop, sending, () => sendPriceAlerts(shop))).toHaveLength(2)
    const [plan] = await rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      orm,
      sql`explain (analyze, format json) select * from price_alerts
        where threshold >= 408800 and ends_at > now() order by threshold desc limit ${alertSlice}`,
    )
    expect(touched(plan?.['QUERY PLAN'][0]?.Plan)).toEqual({
      index: 'price_alerts_by_threshold',
      read: alertSlice,
    })

    await goldBecomes('40.88')
    const due = await orm.$count(priceAlerts, sql`threshold >= 408800`)
    expect(due).toBeGreaterThan(1000)
    const statements = await statementsOf(shop, sending, () => sendPriceAlerts(shop))
    expect(await orm.$count(priceAlerts)).toBe(10_000 - due)
    expect(await outbox(shop)).toHaveLength(due)
    // A look, an insert and a delete for each slice, and whether there is any at first.
    const full = Math.floor(due / alertSlice)
    expect(statements.length).toBeGreaterThan(3 * full)
    expect(statements.length).toBeLessThanOrEqual(3 * full + 4)
    expect(sent).toEqual([])
  })
})

const sending = /price_alerts|mail_outbox/

type PlanNode = {
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function touched(node: PlanNode | undefined): { index: string | undefined; read: number } {
  const [under] = node?.Plans ?? []
  if (under) return touched(under)
  return {
    index: node?.['Index Name'],
    read: (node?.['Actual Rows'] ?? 0) + (node?.['Rows Removed by Filter'] ?? 0),
  }
}
