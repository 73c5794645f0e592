import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { expect, it } from 'vitest'
import { auditLabels } from '#tests/support/audit-log.ts'
import { checkedByOpenssl, hasOpenssl } from '#tests/support/certificate-checks.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { provenShop } from '#tests/support/price-proof.ts'
import { publicKeys } from '../signing/queries/public-keys.ts'
import { downloadSignedRecords } from './commands/download-signed-records.ts'
import { printForBox } from './commands/print-for-box.ts'

const owner = { by: 'ann@example.com', address: '::1', shop: 'Four Nines' }

/** What the archive holds, by file name. */
async function unpacked(body: ReadableStream<Uint8Array>): Promise<Map<string, string>> {
  const packed = Buffer.from(await new Response(body).arrayBuffer())
  const files = await unpackTar(gunzipSync(packed))
  return new Map(files.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]))
}

onBothDatabases('the signed records', (open) => {
  it('are everything that was signed, and are checked in an empty folder by the script in them, and by openssl alone [PROOF-10]', async () => {
    const { shop } = await provenShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id, { mg: 14_210, serial: 'FN-7' })
    await printForBox(shop, { id: order.id, by: owner.by })
    const [certificate] = await storedCertificates(shop, order.id)

    const { name, body } = await downloadSignedRecords(shop, owner)
    expect(name).toMatch(/^signed-records-\d{4}-\d\d-\d\d\.tar\.gz$/)
    expect((await auditLabels(shop)).at(-1)).toMatch(
      /^ann@example\.com: downloaded the signed records signed-records-/,
    )
    const files = await unpacked(body)
    expect(files.get(`certificates/FN-7-${certificate?.id}.json`)).toBe(certificate?.file)
    const readme = files.get('README.md') ?? ''
    expect(readme).toContain('its address: 1 in all')
    expect(readme).toContain('the one before: 3 in all')
    for (const { id, publicKey } of await publicKeys(shop.db.orm)) {
      expect(readme).toContain(`\`${id}\`: \`${publicKey}\``)
    }
    const whole = [...files.values()].join('\n')
    for (const hidden of [order.number, order.token, 'ada@example.com']) {
      expect(whole).not.toContain(hidden)
    }
    // Keys and signatures may have the same letters inside.
    expect(whole).not.toMatch(/(?<![\w+/=-])(Ada|98101)(?![\w+/=-])/)

    const folder = mkdtempSync(join(tmpdir(), 'signed-records-'))
    try {
      for (const [file, text] of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), text)
      }
      const checked = (kind: string) =>
        spawnSync(
          process.execPath,
          ['verify.mjs', ...globSync(`${kind}/*.json`, { cwd: folder }), 'four-nines-keys.json'],
          { cwd: folder, encoding: 'utf8' },
        )
      for (const kind of ['gold-price', 'certificates']) {
        const { status, stdout } = checked(kind)
        expect(status, stdout).toBe(0)
      }
      if (hasOpenssl) {
        const keys = files.get('four-nines-keys.json')
        expect(checkedByOpenssl(certificate?.file ?? '', keys)).toMatchObject({ status: 0 })
      }
      const altered = globSync('certificates/*.json', { cwd: folder })[0] ?? ''
      const text = readFileSync(join(folder, altered), 'utf8')
      writeFileSync(join(folder, altered), text.replace('"14.21"', '"14.31"'))
      expect(checked('certificates').status).toBe(1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
