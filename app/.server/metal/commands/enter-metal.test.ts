import { desc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, bought, entered, formKey, seen } from '#tests/support/metal.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { watchMetal } from '../jobs/watch-metal.ts'
import { metalFile } from '../queries/metal-csv.ts'
import { isMetalBeyond } from '../queries/metal-page.ts'
import { beginMetal } from './begin-metal.ts'
import { reverseMetalEntry } from './reverse-metal-entry.ts'
import { saveMetalLimits } from './save-metal-limits.ts'

const by = 'ann@example.com'
const ben = 'ben@example.com'
const entries = async (app: AppContext) => (await seen(app)).list.entries
const takenBack = (app: AppContext, id: number, who = by, reason = 'A slip.') =>
  reverseMetalEntry(app, { by: who, id, reason })

onBothDatabases('an entry of the metal ledger', (open) => {
  it('is one, pressed twice or by two people at once; another one alike is asked about [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    const purchase = { paid: cents(400_000), key: formKey() }
    await Promise.all([1, 2].map(() => entered(shop, 31_104, purchase)))
    expect((await seen(shop)).stock).toBe(31_104)
    const again = await refusal(entered(shop, 31_104, { paid: cents(400_000), by: ben }))
    expect(again).toMatchObject({ status: 409, code: 'metal_unsure' })
    expect(again.message).toContain(
      'ann@example.com already entered the same purchase for that day: 31.104',
    )
    expect((await seen(shop)).stock).toBe(31_104)
    await entered(shop, 31_104, { paid: cents(400_000), by: ben, isSure: true })
    expect(await entries(shop)).toHaveLength(3)
    // The same of another supplier is another purchase.
    await entered(shop, 31_104, { paid: cents(400_000), party: 'Another' })
    expect((await seen(shop)).average).toBe('128.6008')
  })

  it('is asked about where its price is none of gold: grams for ounces [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    const slip = await refusal(entered(shop, 1000, { paid: cents(400_000) }))
    expect(slip.message).toContain('That is $4,000.00 a gram, and gold is at $130.00')
    expect((await refusal(entered(shop, 100_000, { paid: cents(400_000) }))).code).toBe(
      'metal_unsure',
    )
    expect((await seen(shop)).stock).toBe(0)
  })

  it('is of no day to come, and of none before the ledger began [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    const early = await refusal(entered(shop, 1000, { kind: 'found' }))
    expect(early).toMatchObject({ code: 'metal_not_begun', status: 409 })
    await begun(shop)
    const paid = cents(13_000)
    const future = await refusal(entered(shop, 1000, { paid, day: '2026-03-12' }))
    expect(future.message).toBe('This date is in the future. Nothing was saved.')
    const past = await refusal(entered(shop, 1000, { paid, day: '2026-03-10' }))
    expect(past.message).toContain('The ledger began on Wed, Mar 11, 2026')
    expect(past.details).toMatchObject({ errors: { day: expect.any(String) } })
  })

  it('takes nothing that is not here, of two at once neither [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop, 20_000, null, 500)
    for (const kind of ['cast', 'loss', 'scrap'] as const) {
      const refused = await refusal(entered(shop, 20_001, { kind }))
      expect(refused.message).toContain('20.00 g of fine gold is here, and this uses 20.001 g')
    }
    for (const kind of ['melted', 'loss of pieces'] as const) {
      expect((await refusal(entered(shop, 501, { kind }))).message).toContain('finished pieces')
    }
    const both = await Promise.allSettled([1, 2].map(() => entered(shop, 15_000, { kind: 'cast' })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await seen(shop)).toMatchObject({ stock: 5000, pieces: 15_500 })
  })

  it('is taken back by another with its reason, once, also where its gold was used [METAL-06]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    await bought(shop, 100_000, 13_000)
    await bought(shop, 10_000, 1500)
    await entered(shop, 105_000, { kind: 'cast' })
    const [cast, second] = await entries(shop)
    expect((await seen(shop)).average).toBe('131.8182')
    expect(await takenBack(shop, second?.id ?? 0)).toBe('Bought 10.00 g for $1,500.00')
    // Pressed again by the same person it is the same; another is told.
    await takenBack(shop, second?.id ?? 0)
    const late = await refusal(takenBack(shop, second?.id ?? 0, ben))
    expect(late.message).toContain('ann@example.com already reversed this entry.')
    expect(await seen(shop)).toMatchObject({ stock: -5000, pieces: 105_000, average: '130.00' })
    const [back] = await entries(shop)
    expect(back).toMatchObject({ reverses: second?.id, mg: -10_000, paid: -150_000 })
    expect((await refusal(takenBack(shop, back?.id ?? 0))).status).toBe(404)
    await takenBack(shop, cast?.id ?? 0)
    expect(await seen(shop)).toMatchObject({ stock: 100_000, pieces: 0, average: '130.00' })
    const [logged] = await shop.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'metal.taken_back'))
      .orderBy(desc(auditLog.id))
    expect(logged?.facts).toEqual({ what: 'Cast 105.00 g', reason: 'A slip.' })
  })

  it('is changed by nobody, and the database refuses what does not balance [METAL-01]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop, 1000)
    for (const change of [
      'update metal_entries set stock = 2000, opening = -2000',
      'delete from metal_entries',
      `insert into metal_entries (livemode, key, kind, day, at, by, stock, on_hand)
        values (false, 'k', 'found', '2026-03-11', now(), 'ann', 1, 0)`,
      `insert into metal_entries (livemode, key, kind, day, at, by, note, reverses, stock, opening, on_hand)
        values (false, 'k', 'opening', '2026-03-11', now(), 'ann', 'n', 1, -999, 999, 0)`,
    ]) {
      await expect(shop.db.orm.execute(sql.raw(change)), change).rejects.toThrow()
    }
  })
})

onBothDatabases('the metal ledger', (open) => {
  it('is begun once, with what is here and what it cost [METAL-04]', async () => {
    const { shop } = await sellingShop(await open())
    const key = formKey()
    const begin = (more = {}) =>
      beginMetal(shop, { by, key, stock: 90_000, pieces: 10_000, paid: cents(1_200_000), ...more })
    await Promise.all([begin(), begin()])
    const second = await refusal(begin({ key: formKey(), by: ben, stock: 1 }))
    expect(second.message).toBe('ann@example.com already started the ledger. Nothing was changed.')
    expect(await seen(shop)).toMatchObject({ stock: 90_000, pieces: 10_000, average: '120.00' })
    expect((await seen(shop)).worth).toBe(1_200_000)
  })

  it('warns owners once each time a limit is passed, and stops by itself [METAL-09]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await firstAdmin(shop)
    await begun(shop)
    await paidOrder(shop)
    await saveMetalLimits(shop, { by, loss: cents(10_000), grams: null })
    const warned = () => isMetalBeyond(shop.db.orm, false)
    const told = async () => {
      await sendEmail(shop)
      const emails = await shop.db.orm.select().from(emailOutbox)
      return emails.filter(({ subject }) => subject?.includes('Gold to buy')).length
    }
    await watchMetal(shop)
    expect([await warned(), await told()]).toEqual([false, 0])
    await goldBecomes('137.5')
    await Promise.all([watchMetal(shop), watchMetal(shop)])
    await watchMetal(shop)
    expect([await warned(), await told()]).toEqual([true, 1])
    const emails = await shop.db.orm.select().from(emailOutbox)
    expect(emails.find(({ subject }) => subject?.includes('Gold to buy'))?.text).toContain(
      'Buying it now would cost $106.50 more than buyers paid for it.',
    )
    await bought(shop, 14_200, 1900)
    expect(await warned()).toBe(false)
    await paidOrder(shop)
    await saveMetalLimits(shop, { by, loss: null, grams: 10_000 })
    expect([await warned(), await told()]).toEqual([true, 2])
  })

  it('is a file for a spreadsheet, in which nothing is a formula [METAL-10]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop, 1000)
    await entered(shop, 31_104, { paid: cents(400_000), party: '=HYPERLINK("x")', note: '+1' })
    const [last] = await entries(shop)
    await takenBack(shop, last?.id ?? 0, by, '@slip')
    const file = (await metalFile(shop, 'entries-2026.csv')) ?? ''
    const [head, opening, purchase, back, end] = file.split('\r\n')
    expect(head).toMatch(
      /^day,what,fine_gold_g,pieces_g,buyers_g,suppliers_g,lost_g,opening_g,paid/,
    )
    expect(opening).toContain('2026-03-11,opening,1.000,0.000,0.000,0.000,0.000,-1.000,')
    expect(purchase).toContain('31.104,0.000,0.000,-31.104,0.000,0.000,4000.00,128.600823,')
    expect(purchase).toContain(`"'=HYPERLINK(""x"")",'+1,ann@example.com`)
    expect(back).toContain('"purchase, reversed",-31.104')
    expect(back).toContain("'@slip")
    expect(end).toBe('')
    expect(await metalFile(shop, 'entries-2025.csv')).toBe(`${head}\r\n`)
    expect(await metalFile(shop, 'orders-1999.csv')).toBeNull()
    expect(await metalFile(shop, 'secrets-2026.csv')).toBeNull()
  })
})
