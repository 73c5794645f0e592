import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { pastTheTriggers, provenShop } from '#tests/support/price-proof.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { checkRecords } from '../bookkeeping/jobs/check-records.ts'
import { lastCheck } from '../bookkeeping/last-check.ts'
import { goldPriceDays } from '../platform/db/signing-schema.ts'
import { canonicalJson, type Json } from '../signing/canonical-json.ts'
import { publicKeys } from '../signing/queries/public-keys.ts'
import { isSignedBy } from '../signing/signing-key.ts'
import { proofCheck } from './check-proof.ts'
import { signGoldPriceDays } from './jobs/sign-days.ts'
import { linkHash, linksAfter } from './price-chain.ts'
import type { ProofFile } from './proof-days.ts'
import { proofFile } from './queries/proof.ts'

const dayMinutes = 24 * 60

onBothDatabases('the chain of accepted gold prices', (open) => {
  it('has a link for each price accepted and each withdrawn, without names of staff [PROOF-03]', async () => {
    const { shop } = await provenShop(await open())
    const links = await linksAfter(shop.db.orm, 0)
    const said = links.map(({ text }) => JSON.parse(text ?? '') as Json)
    expect(said).toMatchObject([
      { record: 1, decision: 'set by hand', perGram: '130.0000', source: 'admin-exact' },
      { record: 2, decision: 'accepted', perOunce: '4050.0000', source: 'gold-api' },
      { record: 3, withdrawnAt: null },
      { record: 3, perOunce: '4060.0000', withdrawnAt: '2026-03-11T22:01:00.000Z' },
      { record: 4, perOunce: '4150.0000', acceptedAt: '2026-03-14T01:01:00.000Z' },
    ])
    expect(links.map(({ text }) => text).join()).not.toMatch(/ann@|a test/)
    let root = ''
    for (const [index, { text, hash, position }] of links.entries()) {
      // The database writes what anybody can write again.
      expect(text).toBe(canonicalJson(JSON.parse(text ?? '') as Json))
      root = linkHash(root, text ?? '')
      expect({ position, hash }).toEqual({ position: index + 1, hash: root })
    }
    expect(await proofCheck(shop)).toEqual({ links: 5, at: shop.now(), problem: null })
  })

  it.each([
    [
      'a price is altered',
      `update gold_price_history set price = price + 0.0001 where id = 2`,
      'Record 2 was changed.',
    ],
    [
      'a time is altered',
      `update gold_price_history set taken_at = taken_at + interval '1 ms' where id = 4`,
      'Record 4 was changed.',
    ],
    ['a row is removed', `delete from gold_price_history where id = 2`, 'Record 2 is missing.'],
    [
      'a link is removed',
      `delete from chain_links where chain = 'gold_prices' and position = 2`,
      'In the chain, link 2 is missing.',
    ],
    [
      'two links are exchanged',
      `update chain_links set position = case position when 1 then 102 else 101 end
        where chain = 'gold_prices' and position in (1, 2);
       update chain_links set position = position - 100
        where chain = 'gold_prices' and position > 100`,
      'Record 2 has a link that was changed.',
    ],
    [
      'a row is added',
      `insert into gold_price_history (price, price_per_gram, change, change_percent, source, status,
        taken_at, recorded_at) values (4000, 128.6029, 0, 0, 'x', 'accepted', now(), now())`,
      'Record 5 was added past the shop.',
    ],
    [
      'a signed day is altered',
      `update gold_price_days set file = replace(file, '4050.0000', '4050.0001')`,
      'The prices for 2026-03-11 don’t match what was signed.',
    ],
    [
      'a signed day is removed',
      `delete from gold_price_days where day = '2026-03-11'`,
      'The prices for 2026-03-12 don’t match what was signed.',
    ],
  ])(
    'does not hold where %s: the public check fails, and staff are told at night [PROOF-03]',
    async (_what, change, problem) => {
      const { shop, pass } = await provenShop(await open())
      await checkRecords(shop)
      expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
      expect((await proofCheck(shop)).problem).toBeNull()
      await pastTheTriggers(shop, ...change.split(';'))
      pass(10)
      expect((await proofCheck(shop)).problem).toBe(problem)
      pass(dayMinutes)
      await checkRecords(shop)
      const found = (await lastCheck(shop.db.orm))?.findings ?? []
      const message = problem.startsWith('The prices')
        ? problem
        : `In the accepted gold prices: ${problem.replace('In the chain, ', '').replace('Record', 'record')}`
      expect(found).toContain(message)
    },
  )
})

onBothDatabases('the signed days', (open) => {
  it('are each the whole day, go on from the one before, and fit the published key [PROOF-04]', async () => {
    const { shop } = await provenShop(await open())
    const [key] = await publicKeys(shop.db.orm)
    const files: ProofFile[] = []
    for (const date of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']) {
      const { text, finished } = await proofFile(shop, date)
      expect(finished).toBe(date < '2026-03-14')
      const file = JSON.parse(text) as ProofFile
      expect(text).toBe(`${canonicalJson(file as unknown as Json)}\n`)
      expect(isSignedBy(key?.publicKey ?? '', file.day as unknown as Json, file.signature)).toBe(
        true,
      )
      expect(file.day.previousRoot).toBe(files.at(-1)?.day.root ?? '')
      files.push(file)
    }
    const counts = files.map(({ day }) => [day.date, day.finished, day.links.length])
    expect(counts).toEqual([
      ['2026-03-11', true, 4],
      ['2026-03-12', true, 0],
      ['2026-03-13', true, 0],
      ['2026-03-14', false, 1],
    ])
    expect(files[0]?.day.root).toBe(files[2]?.day.root)
  })

  it('never change once they are over, whatever comes later or twice [PROOF-04]', async () => {
    const { shop, pass, fed } = await provenShop(await open())
    const before = await proofFile(shop, '2026-03-11')
    const unfinished = await proofFile(shop, '2026-03-14')
    await fed(41_600_000)
    pass(dayMinutes)
    await Promise.all([signGoldPriceDays(shop), signGoldPriceDays(shop)])
    expect(await proofFile(shop, '2026-03-11')).toEqual(before)
    const finished = JSON.parse((await proofFile(shop, '2026-03-14')).text) as ProofFile
    expect(finished.day).toMatchObject({ finished: true, links: [{ record: 4 }, { record: 5 }] })
    expect(JSON.parse(unfinished.text)).toMatchObject({
      day: { finished: false, links: [{ record: 4 }] },
    })
    await expect(shop.db.orm.delete(goldPriceDays)).rejects.toThrow()
    await expect(shop.db.orm.update(goldPriceDays).set({ links: 9 })).rejects.toThrow()
    expect((await proofCheck(shop)).problem).toBeNull()
  })

  it('of which there is none are refused in plain words [PROOF-04]', async () => {
    const { shop } = await provenShop(await open())
    for (const [date, status, sentence] of [
      ['2026-3-11', 400, 'Enter the day as a date, like 2026-03-11.'],
      ['2026-02-30', 400, 'Enter the day as a date, like 2026-03-11.'],
      ['2026-03-10', 404, 'The shop has no prices for that day.'],
      ['2026-03-15', 404, 'This day hasn’t started yet.'],
    ] as const) {
      expect(await refusal(proofFile(shop, date))).toMatchObject({ status, message: sentence })
    }
    expect(await refusal(proofFile(testShop({ db: null }), '2026-03-11'))).toMatchObject({
      status: 503,
    })
  })

  it('wait while a price does not fit or the key cannot be read, and staff are told [PROOF-02, PROOF-03]', async () => {
    const { shop, pass } = await provenShop(await open())
    const lost = { ...shop, secret: 'another secret of the shop, 32 characters' }
    pass(2 * dayMinutes)
    await expect(signGoldPriceDays(lost)).rejects.toThrow('Nothing new can be signed')
    expect(await refusal(proofFile(lost, '2026-03-16'))).toMatchObject({ status: 503 })
    expect((await proofFile(lost, '2026-03-11')).finished).toBe(true)
    await checkRecords(lost)
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([
      'Gold prices have been waiting to be signed since 2026-03-13: a price doesn’t match its chain, or the signing key can’t be read. Give the shop its former SESSION_SECRET (or the file secret of DATA_DIR) back, or make another key: npm run admin -- rotate-signing-key.',
    ])
    await pastTheTriggers(shop, `update gold_price_history set price = price + 1 where id = 4`)
    expect(await signGoldPriceDays(shop)).toBe('not signed')
    expect(await refusal(proofFile(shop, '2026-03-14'))).toMatchObject({
      status: 503,
      message: expect.stringContaining('The check failed'),
    })
    expect(await shop.db.orm.$count(goldPriceDays)).toBe(3)
  })
})
