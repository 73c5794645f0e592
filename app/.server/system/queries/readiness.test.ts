import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rows } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { readiness } from './readiness.ts'

onBothDatabases('readiness', (open) => {
  it('writes to the database, one row however often it is asked [OPS-14]', async () => {
    const app = testShop({ db: await open() })
    const answers = await Promise.all([readiness(app), readiness(app), readiness(app)])
    for (const { ok, database } of answers)
      expect({ ok, database }).toEqual({ ok: true, database: 'ok' })
    await readiness(app)
    const [found] = await rows(
      app.db.orm ?? never(),
      sql`select count(*)::int as n from readiness_checks`,
    )
    expect(found).toEqual({ n: 1 })
  })

  it('is not given where the database answers and takes no writes [OPS-14]', async () => {
    const db = await open()
    await db.orm.execute(
      sql`alter table readiness_checks add constraint no_writes check (id is null) not valid`,
    )
    expect(await readiness(testShop({ db }))).toMatchObject({ ok: false, database: 'unavailable' })
  })

  it('ends as soon as the shop is told to stop [OPS-14]', async () => {
    const app = testShop({ db: await open(), closing: AbortSignal.abort() })
    expect(await readiness(app)).toMatchObject({ ok: false, database: 'ok', stopping: true })
  })
})

function never(): never {
  throw new Error('no database')
}
