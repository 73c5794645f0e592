import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Keys, s3Server } from '#tests/support/s3-server.ts'
import { readConfig } from '../config.ts'
import { backupStorage } from './backup-storage.ts'

let server: Awaited<ReturnType<typeof s3Server>>
const folder = mkdtempSync(join(tmpdir(), 'four-nines-place-'))
beforeAll(async () => {
  server = await s3Server('gold')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const { signal } = new AbortController()

function place(to: string, settings: Record<string, string> = {}, until = signal) {
  const { backup } = readConfig({
    BACKUP_TO: to,
    AWS_ENDPOINT_URL_S3: server.url,
    ...s3Keys,
    ...settings,
  })
  if (!backup.to) throw new Error('not set')
  return backupStorage(backup.to, until)
}

describe.each([
  ['a folder', () => folder],
  ['a bucket', () => 's3://gold/shop one/nightly'],
  ['a bucket without a prefix', () => 's3://gold'],
])('%s', (_kind, to) => {
  it('gives back what was stored, lists it, and deletes it [BACKUP-05]', async () => {
    const { store, read, names, remove, description } = place(to())
    expect(description).toBe(to())
    const bytes = Buffer.from([0, 255, 1, 254, 10, 13])
    const [one, two] = ['four-nines-1.gz', 'four-nines 2+ä.gz.age'] as const
    expect(await read(one)).toBeNull()
    await store(one, bytes)
    await store(two, Buffer.alloc(300_000, 7))
    expect(await read(one)).toEqual(bytes)
    expect((await read(two))?.length).toBe(300_000)
    expect((await names()).filter((name) => name.startsWith('four')).sort()).toEqual([two, one])
    await remove(one)
    expect(await read(one)).toBeNull()
    await remove(one)
    await remove(two)
  })
})

describe('what cannot be written', () => {
  it('says why: another key, no such bucket, nobody there, no such folder [BACKUP-05]', async () => {
    const bytes = Buffer.from('x')
    const wrongKey = place('s3://gold', { AWS_SECRET_ACCESS_KEY: 'another' })
    await expect(wrongKey.store('a', bytes)).rejects.toMatchObject({
      obstacle: 'cannot be written',
      message: 's3://gold answered: 403 SignatureDoesNotMatch',
    })
    await expect(place('s3://silver').store('a', bytes)).rejects.toThrow(/no such bucket/)
    await expect(place('s3://silver').names()).rejects.toThrow(/no such bucket/)
    const nobody = place('s3://gold', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' })
    await expect(nobody.store('a', bytes)).rejects.toThrow(/^s3:\/\/gold answered: /)
    const nowhere = place(join(folder, 'not mounted'))
    await expect(nowhere.store('a', bytes)).rejects.toThrow(/there is no such folder/)
    await expect(nowhere.names()).rejects.toThrow(/cannot be read/)
    const over = place('s3://gold', {}, AbortSignal.abort())
    await expect(over.store('a', bytes)).rejects.toThrow()
  })

  it('is refused at the start where a setting is missing or wrong [OPS-02, BACKUP-05]', () => {
    const refused = (settings: Record<string, string>) => () => readConfig(settings)
    expect(refused({ BACKUP_TO: 's3://gold' })).toThrow(/^BACKUP_TO is a bucket; set AWS_ACCESS/)
    expect(refused({ BACKUP_TO: 'ftp://host/x' })).toThrow(/^BACKUP_TO must be a folder/)
    expect(refused({ BACKUP_COMMAND: 'true' })).toThrow(/^BACKUP_COMMAND needs BACKUP_TO/)
    const plain = { BACKUP_TO: 's3://gold', ...s3Keys, AWS_ENDPOINT_URL: 'http://s3.example.net' }
    expect(refused(plain)).toThrow(/^AWS_ENDPOINT_URL must begin with https/)
    const amazon = readConfig({ BACKUP_TO: 's3://gold/', ...s3Keys, AWS_REGION: 'eu-north-1' })
    expect(amazon.backup.to).toMatchObject({
      endpoint: 'https://s3.eu-north-1.amazonaws.com',
      bucket: 'gold',
      prefix: '',
    })
  })
})
