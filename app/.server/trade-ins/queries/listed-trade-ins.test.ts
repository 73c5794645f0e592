import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { adminActor } from '#app/.server/audit-log/record-event.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { confirmedBy } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { offersAll, ownedPiece, tradeInKey } from '#tests/support/trade-ins.ts'
import { cancelOwnTradeIn } from '../commands/owner-trade-in.ts'
import { requestTradeInOfOrder } from '../commands/request-trade-in.ts'
import { listedTradeIns } from './listed-trade-ins.ts'

onBothDatabases('the list of trade-ins', (open) => {
  it('answers within 100 ms among 10,000 cases, the one that is due first comes first [TRADE-09]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.execute(sql`insert into trade_ins
        (id, token, key, livemode, kind, state, name, owner_name, asked_at, due_on, closed_at, closed_by,
          closed_why)
      select 't' || n, lpad(n::text, 32, '0'), 'key ' || n, false, 'recast',
        case when n % 10 = 0 then 'requested' else 'declined' end, 'Wave', 'Ada', now(),
        case when n % 10 = 0 then date '2026-03-11' + (n % 97) end,
        case when n % 10 > 0 then now() end, case when n % 10 > 0 then 'ann' end, 'No.'
      from generate_series(1, 10000) n`)
    const list = () => listedTradeIns(shop, { filter: 'waiting', mode: 'test', page: 1 })
    await list()
    const times: number[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const from = performance.now()
      const { tradeIns: shown, total, pages } = await list()
      times.push(performance.now() - from)
      expect([total, pages, shown[0]?.dueOn]).toEqual([1000, 40, '2026-03-11'])
    }
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it('keeps nothing of a buyer who was erased but the case itself [TRADE-16]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { order, certificate } = await ownedPiece(shop)
    const { token } = await requestTradeInOfOrder(shop, {
      ...{ key: tradeInKey(), kind: 'exchange', certificate: certificate.id, note: 'Bent.' },
      ...{ token: order.token, confirmed: confirmedBy(shop, order) },
    })
    await cancelOwnTradeIn(shop, { token })
    const actor = adminActor('ann@example.com')
    await eraseBuyer(shop, { email: order.email ?? '', actor })
    const [row] = await shop.db.orm.select().from(tradeIns).where(eq(tradeIns.token, token))
    expect(row).toMatchObject({ ownerName: '', email: null, note: '', state: 'canceled' })
  })
})
