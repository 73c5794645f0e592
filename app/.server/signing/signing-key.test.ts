import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { runAdminCommand } from '../admin-command.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { signingKeys } from '../platform/db/signing-schema.ts'
import { openLog } from '../platform/log.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import { publicKeys } from './queries/public-keys.ts'
import { currentSigningKey, isSignedBy, signJson } from './signing-key.ts'

describe('canonical JSON', () => {
  it('is one text for one value, whatever the order of its keys [PROOF-01]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(turned)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
      }),
    )
    expect(canonicalJson({ b: [1, null, { d: true, c: 'é"' }], a: '' })).toBe(
      '{"a":"","b":[1,null,{"c":"é\\"","d":true}]}',
    )
    expect(() => canonicalJson({ a: 0.1 })).toThrow('0.1 is no whole number')
  })
})

onBothDatabases('the signing key', (open) => {
  it('is made once, however many ask at the same time, and kept encrypted [PROOF-01]', async () => {
    const db = await open()
    const [one, other] = [testShop({ db }), testShop({ db })]
    expect(await publicKeys(db.orm)).toEqual([])
    const made = await Promise.all([one, other, one, other].map(currentSigningKey))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const stored = await db.orm.select().from(signingKeys)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain('PRIVATE')
    const [published] = await publicKeys(db.orm)
    expect(published).toEqual({
      id: made[0]?.id,
      algorithm: 'Ed25519',
      publicKey: stored[0]?.publicKey,
      madeAt: one.now().toISOString(),
      retiredAt: null,
    })
  })

  it('signs what its published half confirms, also after it was replaced [PROOF-01, PROOF-02]', async () => {
    const db = await open()
    const shop = testShop({ db })
    const value: Json = { price: '92.7700', records: [1, 2] }
    const signature = signJson(await currentSigningKey(shop), value)
    const answer = await runAdminCommand(shop, { command: 'rotate-signing-key' })
    const [first, second] = await publicKeys(db.orm)
    if (!first || !second) throw new Error('there are no two keys')
    expect(answer).toMatchObject({
      ok: true,
      text: `Key ${second.id} signs from now on. Key ${first.id} is retired; what it signed remains valid.`,
    })
    expect(first.retiredAt).toBe(shop.now().toISOString())
    expect(second.retiredAt).toBeNull()
    expect(isSignedBy(first.publicKey, value, signature)).toBe(true)
    expect(isSignedBy(second.publicKey, value, signature)).toBe(false)
    expect(isSignedBy(first.publicKey, { ...value, price: '92.7701' }, signature)).toBe(false)
    expect((await currentSigningKey(shop)).id).toBe(second.id)
    // Nobody can sign with the retired one.
    expect((await db.orm.select().from(signingKeys)).map(({ sealed }) => sealed !== null)).toEqual(
      expect.arrayContaining([true, false]),
    )
    expect(await auditLabels(shop)).toEqual([
      `npm run admin: created signing key ${second.id} (replacing ${first.id})`,
    ])
  })

  it('that the secret no longer reads refuses in a sentence, until there is another [PROOF-02, ENV-08]', async () => {
    const db = await open()
    const shop = testShop({ db })
    const { id } = await currentSigningKey(shop)
    const signed = signJson(await currentSigningKey(shop), { weight: 1 })
    const other = testShop({ db, secret: 'another secret of the shop, 32 characters' })
    const problem = await refusal(currentSigningKey(other))
    expect(problem).toMatchObject({ status: 503, code: 'signing_key_unreadable' })
    expect(problem.message).toContain('What was signed before remains valid.')
    const kept = testShop({ db, secret: other.secret, olderSecrets: [shop.secret] })
    expect((await currentSigningKey(kept)).id).toBe(id)
    expect(problem.message).toContain('npm run admin -- rotate-signing-key')
    // The shop says so at its start, and what to do, until that is done.
    const said = async (SESSION_SECRET: string) => {
      const lines: string[] = []
      const config = readConfig({ SESSION_SECRET, GOLD_SOURCES: 'none', DATA_DIR: '/nowhere' })
      const log = openLog('error', { write: (line) => void lines.push(line) })
      await (await createApp(config, { log, database: db })).close()
      return lines.join('')
    }
    expect(await said(shop.secret)).toBe('')
    expect(await said(other.secret)).toMatch(
      /the file secret of DATA_DIR was lost.*rotate-signing-key \(certificates signed before are checked as ever\).*reset-2fa/,
    )
    await runAdminCommand(other, { command: 'rotate-signing-key' })
    expect(await said(other.secret)).toBe('')
    const [before] = await publicKeys(db.orm)
    expect(isSignedBy(before?.publicKey ?? '', { weight: 1 }, signed)).toBe(true)
    expect((await currentSigningKey(other)).id).not.toBe(id)
    expect((await publicKeys(db.orm)).map((key) => key.id)).toContain(id)
  })
})
