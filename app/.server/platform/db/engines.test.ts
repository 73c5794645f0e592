import { eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { products } from './catalog-schema.ts'
import { ping, rows, sqlState } from './database.ts'
import { goldPriceHistory, goldPrices } from './gold-price-schema.ts'
import { paymentEvents } from './schema.ts'

onBothDatabases('both engines', (open) => {
  it('read each type alike in hand-written SQL [OPS-03]', async () => {
    const { orm } = await open()
    const [row] = await rows(
      orm,
      sql`select count(*) as count, 9007199254740991::bigint as big, 7::int as small,
                 2886.3200::numeric(20, 4) as rate, 0.1::numeric as tenth,
                 timestamptz '2026-03-08 02:30:00.123+01' as at,
                 date '2026-03-08' as day, '{"a": [1, "x"]}'::jsonb as b, '[1]'::json as j,
                 true as yes, null::text as nothing, 'é💍' as letters
          from products`,
    )
    expect(row).toEqual({
      count: 8,
      big: 9007199254740991,
      small: 7,
      rate: '2886.3200',
      tenth: '0.1',
      at: '2026-03-08 01:30:00.123+00',
      day: '2026-03-08',
      b: { a: [1, 'x'] },
      j: [1],
      yes: true,
      nothing: null,
      letters: 'é💍',
    })
  })

  it('refuse a bigint that a number cannot hold', async () => {
    const { orm } = await open()
    await expect(rows(orm, sql`select 9007199254740993::bigint`)).rejects.toThrow()
  })

  it('write and read each column type alike through the schema [OPS-03]', async () => {
    const { orm } = await open()
    const at = new Date('1969-07-20T20:17:40.123Z')
    const highest = '9999999999999999.9999'
    await orm.insert(goldPriceHistory).values({
      price: highest,
      pricePerGram: '92.77',
      change: '-29.77',
      changePercent: '-1.02',
      source: 'gold-api',
      status: 'held',
      takenAt: at,
      recordedAt: at,
    })
    const [kept] = await orm.select().from(goldPriceHistory)
    expect(kept).toEqual({
      id: 1,
      price: highest,
      pricePerGram: '92.7700',
      change: '-29.7700',
      changePercent: '-1.0200',
      source: 'gold-api',
      bid: null,
      ask: null,
      low: null,
      high: null,
      status: 'held',
      reason: null,
      setBy: null,
      takenAt: at,
      recordedAt: at,
      decidedAt: null,
      withdrawnAt: null,
      withdrawnBy: null,
      withdrawnReason: null,
    })
    await orm.insert(paymentEvents).values({
      id: 'e',
      provider: 'test',
      livemode: false,
      type: 'paid',
      amountCents: Number.MAX_SAFE_INTEGER,
      outcome: 'applied',
      payload: { text: 'a "quoted" \\ back', list: ['1', 2, null] },
      receivedAt: at,
    })
    const [event] = await orm.select().from(paymentEvents)
    expect(event).toMatchObject({
      amountCents: Number.MAX_SAFE_INTEGER,
      payload: { text: 'a "quoted" \\ back', list: ['1', 2, null] },
    })
    const json = await rows(orm, sql`select payload->>'text' as text from payment_events`)
    expect(json).toEqual([{ text: 'a "quoted" \\ back' }])
    expect(await orm.$count(products)).toBe(8)
  })

  it('undo a transaction that fails, and go on', async () => {
    const { orm } = await open()
    const failing = orm.transaction(async (tx) => {
      await tx.delete(products).where(eq(products.id, '5'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const broken = orm.transaction((tx) => tx.execute(sql`select nonsense`))
    await expect(broken.catch((error) => sqlState(error))).resolves.toBe('42703')
    expect(await orm.$count(products)).toBe(8)
  })

  it('announce a new gold price once it is stored, and not before', async () => {
    const db = await open()
    const heard = vi.fn<(payload: string) => void>()
    const stop = await db.listen('page_revision', heard)
    const price = {
      id: 'current',
      price: '2886.32',
      pricePerGram: '92.77',
      change: '0',
      changePercent: '0',
      source: 'gold-api',
      takenAt: new Date(),
      lastUpdated: new Date(),
    }
    await db.orm.insert(goldPrices).values(price)
    await vi.waitFor(() => expect(heard.mock.calls).toHaveLength(1))
    const undone = db.orm.transaction(async (tx) => {
      await tx.update(goldPrices).set({ source: 'undone' })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await db.orm.update(goldPrices).set({ source: 'admin-exact' })
    await vi.waitFor(() => expect(heard.mock.calls).toHaveLength(2))
    const [first, second] = heard.mock.calls.map(([payload]) => payload.split(' '))
    expect([first?.[0], second?.[0]]).toEqual(['gold_price', 'gold_price'])
    expect(Number(second?.[1])).toBeGreaterThan(Number(first?.[1]))
    await stop()
    await db.orm.update(goldPrices).set({ source: 'unheard' })
    await ping(db)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('let several listen on one channel, and one of them stop', async () => {
    const db = await open()
    const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const stop = await db.listen('Some Channel', one)
    await db.listen('Some Channel', other)
    await db.orm.execute(sql`select pg_notify('Some Channel', '1')`)
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(1))
    expect(one).toHaveBeenCalledTimes(1)
    await stop()
    await db.orm.execute(sql`select pg_notify('Some Channel', '2')`)
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(2))
    expect(one).toHaveBeenCalledTimes(1)
  })

  it('give a lease to one at a time, and free it however the work ends [FAULT-05]', async () => {
    const db = await open()
    // The process that has it keeps it until the others were refused.
    const refused = Promise.withResolvers<void>()
    let refusals = 0
    const answers = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const answer = await db.withLease('refresh', async () => {
          expect(await db.withLease('refresh', async () => 'second')).toBeNull()
          expect(await db.withLease('another', async () => 'another')).toBe('another')
          await refused.promise
          return at
        })
        if (answer === null) refusals += 1
        if (refusals === 2) refused.resolve()
        return answer
      }),
    )
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    const failing = db.withLease('refresh', async () => {
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await db.withLease('refresh', async () => 'free')).toBe('free')
  })

  it('let work that must be alone wait its turn, whatever became of the one before', async () => {
    const db = await open()
    const steps: string[] = []
    const piece = (name: string) =>
      db.alone(async ({ orm }) => {
        steps.push(`${name} begins`)
        await orm.execute(sql`select 1`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        steps.push(`${name} ends`)
        if (name === 'a') throw new Error('failed')
      })
    const done = await Promise.allSettled([piece('a'), piece('b'), piece('c')])
    expect(done.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(
      1,
    )
    for (let at = 0; at < steps.length; at += 2) {
      expect(steps[at + 1]).toBe(steps[at]?.replace('begins', 'ends'))
    }
    expect(steps).toHaveLength(6)
  })

  it('say where the data are, without a password', async () => {
    const db = await open()
    expect(db.description).toMatch(
      db.engine === 'embedded' ? /^embedded, / : /^PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+$/,
    )
  })
})
