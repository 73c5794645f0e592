import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { lazily } from '../platform/lazily.ts'
import { BackupError, type BackupSource } from './backup-file.ts'

const age = lazily<typeof import('age-encryption')>('age-encryption')

/** How every file of the age format begins: https://age-encryption.org/v1 */
const mark = 'age-encryption.org/v1\n'

/** It is decrypted in memory, which takes no more at once. */
const maxBytesInMemory = 2 ** 31 - 1

const identityMark = 'AGE-SECRET-KEY-1'

/** Encrypts to an age recipient (age1…): only who has the identity that belongs to it can read it. */
export async function encryptBackup(bytes: Uint8Array, recipient: string): Promise<Buffer> {
  const { Encrypter } = age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(bytes))
}

/** Throws where BACKUP_KEY has the shape of a recipient and is none: a mistyped letter. */
export function checkBackupKey(recipient: string | null): void {
  if (recipient === null) return
  const { Encrypter } = age()
  try {
    new Encrypter().addRecipient(recipient)
  } catch (error) {
    throw new ConfigError(
      'BACKUP_KEY is mistyped: its check letters do not agree; copy it again from the file of the key',
      { cause: error },
    )
  }
}

/**
 * A backup ready to be read: the file itself, or in memory what was encrypted in it. Nothing of it is
 * handed on before all of it has proved to be as it was encrypted.
 */
export async function openBackupFile(
  file: string,
  identityFile: string | null,
): Promise<BackupSource> {
  if (!(await isEncrypted(file))) return file
  if (identityFile === null) {
    throw new BackupError(
      'refused',
      `${file} is encrypted; add --identity and the file that npm run backup -- --new-key made`,
    )
  }
  const { Decrypter } = age()
  const decrypter = new Decrypter()
  for (const identity of await identitiesIn(identityFile)) decrypter.addIdentity(identity)
  if ((await stat(file)).size > maxBytesInMemory) {
    throw new BackupError(
      'refused',
      `${file} is larger than 2 GB; decrypt it with age (age -d -i ${identityFile}), then restore what comes out`,
    )
  }
  try {
    return { file, bytes: await decrypter.decrypt(await readFile(file)) }
  } catch (error) {
    const isOtherKey = error instanceof Error && error.message.startsWith('no identity matched')
    throw new BackupError(
      isOtherKey ? 'refused' : 'damaged',
      isOtherKey
        ? `${file} cannot be decrypted with ${identityFile}: it was encrypted to another key, or is damaged`
        : `${file} is damaged (it is not as it was encrypted); take another backup`,
      { cause: error },
    )
  }
}

/** What cannot be opened is left to the reader, which says why. */
async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  try {
    const start = await handle?.read(Buffer.alloc(mark.length), 0, mark.length, 0)
    return start?.buffer.toString('latin1') === mark
  } catch {
    return false
  } finally {
    await handle?.close()
  }
}

async function identitiesIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupError('not there', `The key file ${file} cannot be read`, { cause: error })
  })
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isWhole = await Promise.all(identities.map(isIdentity))
  if (identities.length > 0 && isWhole.every(Boolean)) return identities
  throw new BackupError(
    'refused',
    `${file} is no key file: it must have a line that begins with ${identityMark}`,
  )
}

const isIdentity = (line: string): Promise<boolean> =>
  age()
    .identityToRecipient(line)
    .then(
      () => true,
      () => false,
    )

/** `text` opens every backup that is encrypted to `recipient`; as age's own program writes it. */
export type BackupKey = { recipient: string; text: string }

/** A new pair of keys, kept nowhere. */
export async function makeBackupKey(now: Date): Promise<BackupKey> {
  const identity = await age().generateX25519Identity()
  const recipient = await age().identityToRecipient(identity)
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`
  return { recipient, text }
}

/** Makes a pair of keys: the identity into a file for its owner alone, never over another; answers the recipient. */
export async function newBackupKey(file: string, now: Date): Promise<string> {
  const { recipient, text } = await makeBackupKey(now)
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new BackupError(
      'cannot be written',
      isThere
        ? `${file} is there already, and stays as it is: it may be the key of backups`
        : `${file} cannot be written: name a folder that is there and that this user may write to`,
      { cause: error },
    )
  }
  return recipient
}
