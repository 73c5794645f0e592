import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { AppError, DatabaseUnavailable } from '../errors.ts'
import { openLog } from '../log.ts'
import {
  databaseUnavailable,
  hasDatabase,
  whileUnavailable,
  withDatabase,
} from './with-database.ts'

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it went well'),
    (error: unknown) => error,
  )

onBothDatabases('work for the database alone', (open) => {
  it('is refused in the sentence its caller chose where the database is away', async () => {
    const db = await open()
    await db.close()
    for (const app of [testShop({ db }), testShop({ db: null })]) {
      const read = () => withDatabase(app, ({ orm }) => orm.execute(sql`select 1`), 'Not now.')
      expect(await failure(read())).toMatchObject({
        code: 'shop_unavailable',
        status: 503,
        message: 'Not now.',
      })
      const error = await failure(whileUnavailable('Later.', read()))
      expect(error).toBeInstanceOf(DatabaseUnavailable)
      expect(error).toMatchObject({ message: 'Later.' })
    }
  })

  it('leaves our own mistakes and refusals as they are', async () => {
    const app = testShop({ db: await open() })
    const ours = [new RangeError('a'), new TypeError('b'), new AppError('c', 409, 'C.')]
    for (const error of ours) {
      expect(await failure(withDatabase(app, () => Promise.reject(error)))).toBe(error)
      expect(databaseUnavailable(error)).toBeNull()
    }
    const unknown = failure(withDatabase(app, ({ orm }) => orm.execute(sql`select * from nothing`)))
    expect(databaseUnavailable(await unknown)).toBeNull()
    expect(await unknown).not.toBeInstanceOf(AppError)
    expect(databaseUnavailable(new Error('a bug'))).toBeNull()
  })

  it('is unavailable where the database is read-only, and says why in the log [FAULT-11]', async () => {
    const lines: string[] = []
    const log = openLog('error', { write: (line) => void lines.push(line) })
    const app = testShop({ db: await open(), log })
    const write = withDatabase(app, ({ orm }) =>
      orm.transaction((tx) => tx.execute(sql`delete from readiness_checks`), {
        accessMode: 'read only',
      }),
    )
    expect(await failure(write)).toBeInstanceOf(DatabaseUnavailable)
    expect(lines.join('')).toMatch(/"msg":"The database is read-only, as a standby is/)
  })

  it('is known as unavailable by the error of a plain query and of a transaction', async () => {
    const db = await open()
    await db.close()
    expect(hasDatabase(testShop({ db }))).toBe(true)
    expect(hasDatabase(testShop({ db: null }))).toBe(false)
    const query = await failure(db.orm.execute(sql`select 1`))
    expect(databaseUnavailable(query)).toBeInstanceOf(DatabaseUnavailable)
    const transaction = await failure(db.orm.transaction((tx) => tx.execute(sql`select 1`)))
    expect(databaseUnavailable(transaction)).toBeInstanceOf(DatabaseUnavailable)
  })

  it('sends staff no mail about orders that cannot be taken [ORDER-07]', async () => {
    const db = await open()
    await db.close()
    const question = { q: '', filter: 'all', page: 1 } as const
    for (const app of [testShop({ db }), testShop({ db: null })]) {
      for (const work of [
        recordShipment(app, {
          id: 'o1',
          revision: 1,
          by: 'ann@example.com',
          tracking: 'T1',
          sanctions: 'yes',
        }),
        ordersPage(app, question),
      ]) {
        expect(await failure(work)).toMatchObject({
          status: 503,
          message:
            'The database isn’t responding. Nothing was changed. Please try again in a few minutes.',
        })
      }
    }
  })
})
