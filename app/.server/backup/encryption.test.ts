import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programAt } from '#tests/support/tls-proxy.ts'
import { ConfigError, readConfig } from '../config.ts'
import { BackupError, backupFormat, backupText, readBackup } from './backup-file.ts'
import { checkBackupKey, makeBackupKey, newBackupKey, openBackupFile } from './encryption.ts'
import { saveBackup } from './write-backup-file.ts'

const now = new Date('2026-03-11T16:00:00Z')
let folder: string
let file: string
let keyFile: string
let recipient: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-encrypted-'))
  file = join(folder, 'shop.gz.age')
  keyFile = join(folder, 'key')
  recipient = await newBackupKey(keyFile, now)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function plainBackup(): Promise<Buffer> {
  const header = {
    ...backupFormat,
    createdAt: now.toISOString(),
    from: 'a test',
    migrations: [{ name: '0001_text.sql', checksum: 'c' }],
    tables: [{ name: 'admins', columns: ['email'] }],
    secret: null,
    secretMark: 'm',
  }
  let text = ''
  const lines = async function* () {
    yield ['["ann@example.com"]']
  }
  for await (const part of backupText(header, lines)) text += part
  return gzipSync(text)
}

/** Everything a reader is given of the file, or the error that it is refused with. */
async function read(identity: string | null = keyFile) {
  try {
    return await readBackup(await openBackupFile(file, identity))
  } catch (error) {
    if (error instanceof BackupError) return error
    throw error
  }
}

describe('a key that is made on the screen', () => {
  it('opens what is encrypted to its public half, and is another one each time [SETUP-09]', async () => {
    const made = await makeBackupKey(now)
    expect(() => checkBackupKey(made.recipient)).not.toThrow()
    const { contents } = await saveBackup(file, await plainBackup(), made)
    await writeFile(keyFile, made.text)
    expect(await read()).toEqual(contents)
    expect((await makeBackupKey(now)).recipient).not.toBe(made.recipient)
  })
})

describe('an encrypted backup', () => {
  it('is read with the key and by nobody else, and holds nothing in the clear [BACKUP-01]', async () => {
    const plain = await plainBackup()
    const { stored, contents } = await saveBackup(file, plain, { recipient })
    expect(await readFile(file)).toEqual(stored)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(stored.includes('ann@example.com')).toBe(false)
    // The ten bytes that every gzip file begins with: two of them alone may come about by chance.
    expect(stored.includes(plain.subarray(0, 10))).toBe(false)
    expect(await read()).toEqual(contents)

    expect(await read(null)).toMatchObject({
      obstacle: 'refused',
      message: `${file} is encrypted; add --identity and the file that npm run backup -- --new-key made`,
    })
    const other = join(folder, 'other')
    await newBackupKey(other, now)
    expect(await read(other)).toMatchObject({
      obstacle: 'refused',
      message: expect.stringContaining('encrypted to another key'),
    })
    await writeFile(other, 'a shopping list\n')
    expect(await read(other)).toMatchObject({
      message: `${other} is no key file: it must have a line that begins with AGE-SECRET-KEY-1`,
    })
    expect(await read(join(folder, 'none'))).toMatchObject({ obstacle: 'not there' })
  })

  it('with any byte altered, or cut off anywhere, is refused in a sentence [BACKUP-02]', async () => {
    const { stored } = await saveBackup(file, await plainBackup(), { recipient })
    for (let at = 0; at < stored.length; at += 1) {
      const altered = Buffer.from(stored)
      altered.writeUInt8((altered[at] ?? 0) ^ 0x01, at)
      await writeFile(file, altered)
      expect(await read(), `byte ${at}`).toBeInstanceOf(BackupError)
    }
    for (let length = 0; length < stored.length; length += 7) {
      await writeFile(file, stored.subarray(0, length))
      expect(await read(), `cut to ${length}`).toBeInstanceOf(BackupError)
    }
    await writeFile(file, Buffer.concat([stored, Buffer.from([0])]))
    expect(await read()).toBeInstanceOf(BackupError)
  })

  it.skipIf(programAt('age') === null)(
    'is read by the age program too, and one that age encrypted by the shop [BACKUP-01]',
    async () => {
      const bytes = await plainBackup()
      await saveBackup(file, bytes, { recipient })
      expect(execFileSync('age', ['--decrypt', '-i', keyFile, file])).toEqual(bytes)
      await rm(file)
      execFileSync('age', ['-r', recipient, '-o', file], { input: bytes })
      expect(await read()).toMatchObject({ header: { from: 'a test' } })
    },
  )
})

describe('a key for backups', () => {
  it('is made once, for its owner alone, and never over another [BACKUP-03]', async () => {
    const text = await readFile(keyFile, 'utf8')
    expect(text).toMatch(/^# created: .+\n# public key: age1\w{58}\nAGE-SECRET-KEY-1\w+\n$/)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    await expect(newBackupKey(keyFile, now)).rejects.toThrow('stays as it is')
    expect(await readFile(keyFile, 'utf8')).toBe(text)
    await expect(newBackupKey(join(folder, 'no', 'key'), now)).rejects.toThrow('cannot be written')
    expect(existsSync(join(folder, 'no'))).toBe(false)
    expect(await readdir(folder)).toEqual(['key'])
  })

  it('that is mistyped is refused before anything is encrypted to it [BACKUP-03]', () => {
    expect(readConfig({ BACKUP_KEY: recipient }).backup.key).toBe(recipient)
    expect(() => checkBackupKey(recipient)).not.toThrow()
    const letter = recipient.at(-1) === 'q' ? 'p' : 'q'
    expect(() => checkBackupKey(recipient.slice(0, -1) + letter)).toThrow(ConfigError)
    for (const wrong of ['age1', 'AGE-SECRET-KEY-1QQ', recipient.slice(0, -1)])
      expect(() => readConfig({ BACKUP_KEY: wrong })).toThrow(/^BACKUP_KEY must be the public key/)
  })
})
