import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { decideReviewedPrice } from '#app/.server/gold-price/commands/decide-reviewed-price.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { goldPricesUnderReview } from '#app/.server/gold-price/queries/gold-price.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import type { LogQuestion } from '#app/contracts/audit-log/audit-log.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { auditLabel } from '#app/routes/admin/audit-log/labels/label.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { type AuditLogPage, auditEventsPerPage, auditLogPage, auditLogQuery } from './audit-log.ts'

const by = 'ann@example.com'

onBothDatabases('the log of what staff did', (open) => {
  it('holds every change of the gold price by hand, with who and when, newest first [LIVE-05]', async () => {
    const app = testShop({ db: await open() })
    const fetched = (ounce: number, askedBy: string | null) =>
      acceptGoldPrice(app, reading({ perOunce: ounce as PricePerOunce, takenAt: app.now() }), {
        askedBy,
      })
    await fetched(40_000_000, null)
    await setManualGoldPrice(app, byHand(1_300_000, by))
    await fetched(46_000_000, by)
    const [held] = await goldPricesUnderReview(app)
    await decideReviewedPrice(app, held?.id ?? 0, 'accept', 'bob@example.com')
    const { entries } = await auditLogPage(app)
    expect(entries.map((entry) => ({ at: entry.at, ...auditLabel(entry) }))).toMatchObject([
      {
        who: 'bob@example.com',
        what: 'accepted the gold price on hold: $4,600.00 per troy ounce',
        details: 'from gold-api: moves +15.0%',
      },
      {
        who: by,
        what: 'fetched the gold price: $4,600.00 per troy ounce',
        details: 'from gold-api: moves +15.0%',
      },
      {
        at: app.now(),
        who: by,
        what: 'set the gold price: $130.00 per gram',
        changes: [{ label: 'Price per gram', before: '$128.6029 from gold-api', after: '$130.00' }],
      },
    ])
  })

  it('is read in pages by the entries at their ends, there and back, while others work [PEOPLE-05]', async () => {
    const db = await open()
    const app = testShop({ db })
    const many = 2 * auditEventsPerPage + 3
    await insert(db, many)
    const names = ({ entries }: AuditLogPage) => entries.map(({ actorId }) => actorId)
    const expected = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `admin ${from - index}`)
    const first = await auditLogPage(app)
    expect(names(first)).toEqual(expected(many - 1, many - auditEventsPerPage))
    expect(first.newer).toBeNull()
    const second = await auditLogPage(app, { before: first.older ?? 0 })
    expect(names(second)).toEqual(expected(many - 26, 3))
    const last = await auditLogPage(app, { before: second.older ?? 0 })
    expect(names(last)).toEqual(expected(2, 0))
    expect(last.older).toBeNull()
    // Somebody does something in the meantime: no page moves.
    await insert(db, 1, many)
    const back = await auditLogPage(app, { after: last.newer ?? 0 })
    expect(names(back)).toEqual(names(second))
    expect(back.older).toBe(second.older)
    const newest = await auditLogPage(app, { after: back.newer ?? 0 })
    expect(names(newest)).toEqual(names(first))
    expect((await auditLogPage(app, { after: newest.newer ?? 0 })).entries).toHaveLength(1)
    expect((await auditLogPage(app, { before: 10 ** 9 })).entries).toEqual([])
  })

  it('is found by person, area, days and the beginnings of words, and by all of them together [PEOPLE-05]', async () => {
    const db = await open()
    const app = testShop({ db })
    const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))
    const entry = { actorType: 'admin' as const, actorId: by }
    await db.orm.insert(auditLog).values([
      {
        ...entry,
        at: at(1),
        ...{ action: 'order.canceled', targetType: 'order', targetId: 'one' },
        facts: { number: 'FN-1042', reason: 'Asked for by telephone, größer' },
      },
      {
        ...entry,
        at: at(2),
        ...{ action: 'product.updated', targetType: 'product', targetId: '7' },
        facts: {
          name: 'Salish Wave',
          changes: [{ field: 'sizes.fee', of: 'Large', before: '750', after: '800' }],
        },
      },
      {
        ...entry,
        at: at(3),
        actorId: 'bob@example.com',
        ...{ action: 'products.changed', targetType: 'product_change', targetId: 'x' },
        facts: { title: 'Fee + $50.00', pieces: 1, part: 1, parts: 1, changes: [] },
      },
      { at: at(4), actorType: 'command', actorId: 'npm run admin', action: 'admin.signed_out' },
      {
        ...{ at: at(5), actorType: 'visitor', actorId: '203.0.113.9', address: '203.0.113.9' },
        ...{ action: 'admin.sign_in_failed', targetType: 'admin', targetId: 'eve' },
        facts: { wrong: 'code' },
      },
    ])
    const found = async (question: LogQuestion) =>
      (await auditLogPage(app, question)).entries.map((each) => each.at.getUTCDate())
    expect(await found({})).toEqual([5, 4, 3, 2, 1])
    expect(await found({ who: by })).toEqual([2, 1])
    expect(await found({ who: 'visitors' })).toEqual([5])
    expect(await found({ who: 'commands' })).toEqual([4])
    expect(await found({ area: 'products' })).toEqual([3, 2])
    expect(await found({ area: 'people' })).toEqual([5, 4])
    expect(await found({ from: '2026-03-02', to: '2026-03-03' })).toEqual([3, 2])
    for (const q of ['fn-1042', '1042', 'TELEPH', 'asked tele']) {
      expect(await found({ q }), q).toEqual([1])
    }
    expect(await found({ q: 'größ' })).toEqual([1])
    expect(await found({ q: 'salish 800' })).toEqual([2])
    expect(await found({ q: 'ann@example.com' })).toEqual([2, 1])
    // Names of fields are no words of anybody.
    expect(await found({ q: 'reason' })).toEqual([])
    expect(await found({ q: 'nothing-like-this' })).toEqual([])
    // What holds no letter is no question.
    expect(await found({ q: '\'" & | ! :* () \\ “' })).toEqual([5, 4, 3, 2, 1])
    expect(await found({ q: 'fee', area: 'products', who: by, to: '2026-03-09' })).toEqual([2])
    expect(await found({ q: 'fee', area: 'orders' })).toEqual([])
    expect((await auditLogPage(app)).people).toEqual([by, 'bob@example.com'])
  })

  it('is found by an index for each question, however much there is [PEOPLE-05]', async () => {
    const db = await open()
    await db.orm.transaction(async (tx) => {
      // Of a table of nothing all would be read.
      await tx.execute(sql`set local enable_seqscan = off`)
      for (const [question, index] of [
        [{}, 'audit_log_latest'],
        [{ before: 1 }, 'audit_log_latest'],
        [{ from: '2026-03-01' }, 'audit_log_latest'],
        [{ who: by }, 'audit_log_by_actor'],
        [{ area: 'products', after: 1 }, 'audit_log_by_area'],
        [{ q: 'wave' }, 'audit_log_by_words'],
      ] satisfies [LogQuestion, string][]) {
        const plan = await rows(tx, sql`explain (costs off) ${auditLogQuery(question)}`)
        expect(JSON.stringify(plan), JSON.stringify(question)).toContain(index)
        expect(JSON.stringify(plan)).not.toContain('Seq Scan')
      }
    })
  })
})

async function insert(db: Database, count: number, from = 0): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 2, 11) + from + index),
    actorType: 'admin' as const,
    actorId: `admin ${from + index}`,
    action: 'admin.signed_out',
  }))
  await db.orm.insert(auditLog).values(events)
}
