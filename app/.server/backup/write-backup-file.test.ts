import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupFormat, backupText } from './backup-file.ts'
import { saveBackup } from './write-backup-file.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-save-'))
  file = join(folder, 'shop.gz')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function whole(): Promise<Buffer> {
  const header = {
    ...backupFormat,
    createdAt: '2026-03-11T16:00:00.000Z',
    from: 'a test',
    migrations: [{ name: '0001_text.sql', checksum: 'c' }],
    tables: [],
    secret: null,
    secretMark: 'm',
  }
  let text = ''
  for await (const part of backupText(header, async function* () {})) text += part
  return gzipSync(text)
}

describe('a backup', () => {
  it('is there under its name, whole, for its owner alone [OPS-08, SEC-06]', async () => {
    const bytes = await whole()
    await saveBackup(file, bytes)
    expect(await readFile(file)).toEqual(bytes)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['shop.gz'])
  })

  it('never replaces what is there [OPS-08]', async () => {
    await writeFile(file, 'the backup of yesterday')
    await expect(saveBackup(file, await whole())).rejects.toMatchObject({
      obstacle: 'cannot be written',
      message: `${file} is there already, and stays as it is; give the new backup another name`,
    })
    expect(await readFile(file, 'utf8')).toBe('the backup of yesterday')
    expect(await readdir(folder)).toEqual(['shop.gz'])
  })

  it('that cannot be read back leaves nothing that looks like one [OPS-08]', async () => {
    const bytes = await whole()
    await expect(saveBackup(file, bytes.subarray(0, -1))).rejects.toMatchObject({
      obstacle: 'damaged',
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('that cannot be written says why in a sentence [OPS-08]', async () => {
    const nowhere = join(folder, 'no', 'shop.gz')
    await expect(saveBackup(nowhere, await whole())).rejects.toMatchObject({
      obstacle: 'cannot be written',
      message: `${nowhere} cannot be written: there is no such folder`,
    })
  })
})
