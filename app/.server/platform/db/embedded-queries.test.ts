import { PGlite, types } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededFiles } from '#tests/support/once-per-run.ts'
import { embeddedParsers } from './column-types.ts'
import { embeddedForDrizzle } from './embedded-queries.ts'

const ofEveryKind = sql`
  select date '2026-03-11' as day, timestamp '2026-03-11 10:00' as local,
    timestamptz '2026-03-11 10:00Z' as moment, interval '2 days' as span, numeric '1.20' as amount,
    8::int8 as count, array[numeric '1.20'] as amounts, array[date '2026-03-11'] as days,
    array['a', 'b'] as words, array[1, 2] as numbers, jsonb '{"a": 1}' as value, null as nothing`

describe('the embedded database as Drizzle asks it', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await PGlite.create({ loadDataDir: await seededFiles(), parsers: embeddedParsers })
  })
  afterAll(() => client.close())

  it('reads every type as the engine does with parsers in each query [OPS-03]', async () => {
    const expected = (await drizzle(client).execute(ofEveryKind)).rows
    expect(expected).toEqual([expect.objectContaining({ day: '2026-03-11', words: ['a', 'b'] })])
    const ours = drizzle(embeddedForDrizzle(client))
    expect((await ours.execute(ofEveryKind)).rows).toEqual(expected)
    expect(await ours.transaction(async (tx) => (await tx.execute(ofEveryKind)).rows)).toEqual(
      expected,
    )
    expect(client.parsers[types.DATE]?.('2026-03-11', types.DATE)).toBe('2026-03-11')
  })

  it('writes every parameter as the engine does, and asks it for objects alone [OPS-03]', async () => {
    const ours = embeddedForDrizzle(client)
    const asked = vi.spyOn(client, 'query')
    const text =
      'select $1::text as a, $2::int8 as b, $3::boolean as c, $4::jsonb as d, $5::numeric as e, $6::float8 as f'
    const value = fc.tuple(
      fc.option(fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'))),
      fc.option(fc.integer()),
      fc.option(fc.boolean()),
      fc.option(
        fc
          .json()
          .filter((each) => !each.includes('\\u0000'))
          .map((each) => each.toWellFormed()),
      ),
      fc.option(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String)),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    )
    await fc.assert(
      fc.asyncProperty(value, async (params) => {
        asked.mockClear()
        const seen = await ours.query(text, params)
        expect(asked).not.toHaveBeenCalled()
        const expected = await client.query(text, params)
        expect(seen.rows).toEqual(expected.rows)
        expect(seen.fields).toEqual(expected.fields)
      }),
      { numRuns: 40 },
    )
    const list = await ours.query('select 2 = any($1::int[]) as found', [[1, 2]])
    expect(list.rows).toEqual([{ found: true }])
  })

  it('throws what the server refuses, with its code, and goes on after it [OPS-03]', async () => {
    const ours = drizzle(embeddedForDrizzle(client))
    const refused = await ours.execute(sql`select nothing from products`).catch((error) => error)
    expect(refused.cause).toMatchObject({ code: '42703' })
    expect((await ours.execute(sql`select ${'after'}::text as word`)).rows).toEqual([
      { word: 'after' },
    ])
    const undone = ours.transaction(async (tx) => {
      await tx.execute(sql`delete from products`)
      await tx.execute(sql`select 1 / ${0}::int`)
    })
    await expect(undone).rejects.toMatchObject({ cause: { code: '22012' } })
    expect((await ours.execute(sql`select count(*) > 0 as kept from products`)).rows).toEqual([
      { kept: true },
    ])
  })

  it('keeps a query out of a transaction that is under way, and a late one out of its own [OPS-03]', async () => {
    const ours = drizzle(embeddedForDrizzle(client))
    const steps: string[] = []
    const within = ours.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await new Promise((done) => setTimeout(done, 20))
      await tx.execute(sql`select 1`)
      steps.push('transaction')
      return tx
    })
    const beside = ours.execute(sql`select 1`).then(() => steps.push('query'))
    const [tx] = await Promise.all([within, beside])
    expect(steps).toEqual(['transaction', 'query'])
    await expect(tx.execute(sql`select 1`)).rejects.toThrow()
  })

  it('tells those who listen, and counts the rows that were changed [OPS-03]', async () => {
    const ours = embeddedForDrizzle(client)
    const heard = vi.fn()
    await client.listen('news', heard)
    await ours.query('select pg_notify($1, $2)', ['news', 'first'])
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('first'))
    const { affectedRows } = await ours.query('update products set name = name where id <> $1', [
      'none',
    ])
    expect(affectedRows).toBeGreaterThan(5)
  })
})
