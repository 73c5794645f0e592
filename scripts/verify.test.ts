import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdminCommand } from '#app/.server/admin-command.ts'
import { proofFile } from '#app/.server/gold-price/queries/proof.ts'
import { canonicalJson as ofTheShop } from '#app/.server/signing/canonical-json.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { provenShop } from '#tests/support/price-proof.ts'
import { canonicalJson, checkDay, readKeys } from './verify.mjs'

let folder: string
let day: string
let keys: string
let keysText: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-verify-'))
  const db = await memoryDatabase()
  const { shop, keysFile } = await provenShop(db)
  for (const date of ['2026-03-11', '2026-03-12', '2026-03-14']) {
    await writeFile(join(folder, `${date}.json`), (await proofFile(shop, date)).text)
  }
  await runAdminCommand(shop, { command: 'rotate-signing-key' })
  keysText = await keysFile()
  day = join(folder, '2026-03-11.json')
  keys = join(folder, 'keys.json')
  await writeFile(keys, keysText)
  await db.close()
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/verify.mjs', ...args], {
    encoding: 'utf8',
  })
  return { status, said: stdout }
}

describe('npm run verify', { timeout: 60_000 }, () => {
  it('says that a day holds, by its published key, without a shop [PROOF-05]', async () => {
    const whole = run(day, keys)
    expect(whole.said).toMatch(
      /^2026-03-11\.json holds: 2026-03-11, 4 records, root [0-9a-f]{64}\.\n$/,
    )
    expect(whole.status).toBe(0)
    const several = run(join(folder, '2026-03-12.json'), day, keys)
    expect(several.said).toContain('2026-03-12.json holds: 2026-03-12, 0 records')
    expect(several.status).toBe(0)
    expect(run(join(folder, '2026-03-14.json'), keys).said).toContain('the day was not over')
    const [{ publicKey }] = JSON.parse(keysText).keys
    expect(run(day, publicKey).status).toBe(0)
  })

  it('says why it could not check, and ends with 2 [PROOF-05]', () => {
    expect(run(day)).toMatchObject({
      status: 2,
      said: expect.stringContaining('a public key is needed'),
    })
    expect(run(join(folder, 'no.json'), keys)).toMatchObject({
      status: 2,
      said: expect.stringContaining('there is no file'),
    })
    expect(run().status).toBe(2)
    expect(run(keys).status).toBe(2)
  })

  it('fails at each byte of a day that is changed [PROOF-05]', async () => {
    const text = await readFile(day)
    const known = readKeys(keysText) ?? []
    expect(checkDay(text.toString(), known).date).toBe('2026-03-11')
    for (let at = 0; at < text.length; at++) {
      for (const bit of [1, 32, 128]) {
        const changed = Buffer.from(text)
        changed[at] = (changed[at] ?? 0) ^ bit
        expect(() => checkDay(changed.toString(), known), `byte ${at}`).toThrow()
      }
    }
    for (const other of [text.subarray(1), text.subarray(0, -1), Buffer.concat([text, text])]) {
      expect(() => checkDay(other.toString(), known)).toThrow()
    }
    const altered = join(folder, 'altered.json')
    await writeFile(altered, text.toString().replace('4050.0000', '4050.0001'))
    expect(run(altered, keys)).toEqual({
      status: 1,
      said: 'altered.json DOES NOT HOLD: its signature does not fit.\n',
    })
  })

  it('fails where a day does not go on from the one before, or its key was retired [PROOF-05]', async () => {
    const { keys: published } = JSON.parse(keysText)
    const early = published.map((key: object) => ({
      ...key,
      retiredAt: '2026-03-12T00:00:00.000Z',
    }))
    await writeFile(join(folder, 'early.json'), JSON.stringify({ keys: early }))
    expect(run(day, join(folder, 'early.json')).said).toContain('after its key was retired')
    const swapped = published.map((key: { id: string }) => ({
      ...key,
      publicKey: published[1].publicKey,
    }))
    await writeFile(join(folder, 'swapped.json'), JSON.stringify({ keys: swapped }))
    expect(run(day, join(folder, 'swapped.json')).said).toContain('is not among the keys')
  })

  it('writes what is signed as the shop does [PROOF-05]', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const whole = JSON.parse(JSON.stringify(value, (_, x) => (typeof x === 'number' ? 7 : x)))
        expect(canonicalJson(whole)).toBe(ofTheShop(whole))
      }),
    )
  })

  const tools = ['openssl', 'jq'].every(
    (name) => spawnSync(name, ['--version']).error === undefined,
  )
  it.skipIf(!tools)('agrees with openssl, as docs/price-proof.md says [PROOF-05]', async () => {
    const guide = await readFile('docs/price-proof.md', 'utf8')
    const script = /```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(30)
    const check = (file: string) =>
      spawnSync('sh', ['-c', script], {
        cwd: folder,
        env: { ...process.env, DAY: resolve(file), KEYS: keys },
        encoding: 'utf8',
      })
    const good = check(day)
    expect(good.stdout).toContain('Signature Verified Successfully')
    expect(good.stdout).toContain('The chain holds')
    expect(good.status).toBe(0)
    expect(check(join(folder, 'altered.json')).status).not.toBe(0)
  })
})
