import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { checkedByOpenssl, hasOpenssl } from '#tests/support/certificate-checks.ts'
import { keysFile, onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { isDrawnMore } from '#tests/support/draws.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { canonicalJson, checkCertificate, readKeys } from './verify.mjs'

let folder: string
let file: string
let keys: string
let text: string
let keysText: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-certificate-'))
  const db = await memoryDatabase()
  const { shop } = await sellingShop(db)
  const order = await paidOrder(shop)
  await onRecord(shop, order.id, { mg: 14_210, serial: 'FN-000123' })
  await printForBox(shop, { id: order.id, by: 'ann@example.com' })
  text = (await storedCertificates(shop, order.id))[0]?.file ?? ''
  keysText = await keysFile(shop)
  file = join(folder, 'certificate.json')
  keys = join(folder, 'keys.json')
  await writeFile(file, text)
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

/** Signed by somebody else, with a key of theirs in it. */
function forged(change: (certificate: Record<string, unknown>) => void) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const [own] = readKeys(der) ?? []
  const { certificate } = JSON.parse(text)
  certificate.publicKey = der
  change(certificate)
  const signature = sign(null, Buffer.from(canonicalJson(certificate)), privateKey)
  const whole = { certificate, keyId: own?.id, signature: signature.toString('base64') }
  return `${canonicalJson(whole)}\n`
}

describe('npm run verify, of a certificate', { timeout: 120_000 }, () => {
  it('says that it holds, by the published keys or by the one in it [CERT-01]', () => {
    expect(run(file, keys)).toEqual({
      status: 0,
      said: expect.stringMatching(
        /^certificate\.json holds: serial number FN-000123, .*, 14\.21 g, \.9999, by Four Nines\.\n$/,
      ),
    })
    const alone = run(file)
    expect(alone.status).toBe(0)
    expect(alone.said).toContain('Checked by the key that stands in it')
  })

  it('fails at each byte that is changed, left out or doubled [CERT-01]', () => {
    const bytes = Buffer.from(text)
    const known = readKeys(keysText) ?? []
    const bits = [1, 32, 128]
    expect(checkCertificate(text, known).serial).toBe('FN-000123')
    for (let at = 0; at < bytes.length; at += 1) {
      // One of its bits; `npm run bench -- draws` changes each of the three.
      for (const bit of isDrawnMore ? bits : bits.slice(at % 3, (at % 3) + 1)) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ bit
        const said = changed.toString()
        expect(() => checkCertificate(said, known), `byte ${at}`).toThrow()
        expect(() => checkCertificate(said, []), `byte ${at}, by its own key`).toThrow()
      }
      const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      expect(() => checkCertificate(without.toString(), known), `without ${at}`).toThrow()
    }
  })

  it('fails for one that somebody else signed, once the shop’s keys are there [CERT-01]', async () => {
    const other = join(folder, 'forged.json')
    await writeFile(
      other,
      forged((certificate) => {
        certificate.grams = '99'
      }),
    )
    expect(run(other, keys).status).toBe(1)
    expect(run(other, keys).said).toContain('is not among the keys')
    // Without keys it says that the key must be compared.
    expect(run(other).said).toContain('compare with four-nines-keys.json')
    const nothing = join(folder, 'nothing.json')
    await writeFile(nothing, '{"certificate":{}}\n')
    expect(run(nothing, keys)).toMatchObject({
      status: 1,
      said: expect.stringContaining('it is no certificate'),
    })
  })

  it.skipIf(!hasOpenssl)(
    'agrees with openssl, as docs/certificates.md says, of a copy too [CERT-01]',
    async () => {
      const guide = await readFile('docs/certificates.md', 'utf8')
      const script = /```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
      expect(script.trim().split('\n').length).toBeLessThanOrEqual(30)
      for (const known of [keysText, undefined]) {
        expect(checkedByOpenssl(text, known)).toEqual({
          status: 0,
          stdout: expect.stringContaining('Signature Verified Successfully'),
          stderr: '',
        })
      }
      const changes = [
        text.replace('"14.21"', '"14.22"'),
        text.replace('"signature":"', '"signature":"A'),
        text.replace('"keyId":"', '"keyId":"0'),
        text.replace('{"certificate"', '{"a":1,"certificate"'),
      ]
      changes.push(forged(() => {}))
      for (const changed of changes) {
        expect(checkedByOpenssl(changed, keysText).status, changed).not.toBe(0)
      }
    },
  )
})
