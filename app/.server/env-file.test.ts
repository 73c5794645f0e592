import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnvFile, readEnvFile } from './env-file.mjs'

const valuesOf = (file: string | Buffer) =>
  Object.fromEntries(
    [...parseEnvFile(Buffer.from(file as string))].map(([name, { value }]) => [name, value]),
  )

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('.env is read whatever program saved it', () => {
  it.each([
    ['UTF-8 with its mark', '\uFEFFPORT=3958\nHOST=localhost\n'],
    ['line ends of Windows', 'PORT=3958\r\nHOST=localhost\r\n'],
    ['line ends of old Macs', 'PORT=3958\rHOST=localhost'],
    ['UTF-16 of Windows', Buffer.from('\uFEFFPORT=3958\r\nHOST=localhost\r\n', 'utf16le')],
    ['UTF-16, the other way around', swapped('\uFEFFPORT=3958\r\nHOST=localhost\r\n')],
    ['UTF-16 without its mark', Buffer.from('PORT=3958\r\nHOST=localhost\r\n', 'utf16le')],
    ['spaces and export', 'export PORT = 3958\n\n  # a comment\n\texport  HOST=localhost  \n'],
    ['quotes and comments', `PORT="3958" # where\nHOST='localhost'#here\n`],
  ])('%s [ENV-01]', (_what, file) => {
    expect(valuesOf(file)).toEqual({ PORT: '3958', HOST: 'localhost' })
  })

  it.each([
    ['p#ss', 'p#ss'],
    ['p#ss # the password', 'p#ss'],
    ['#pass', '#pass'],
    ['# pass', ''],
    ['"p#s s" # the password', 'p#s s'],
    ["'p\\n#\"'", 'p\\n#"'],
    ['"a\\"b\\\\c\\nd\\$e"', 'a"b\\c\nd$e'],
    ['`it\'s "so"`', 'it\'s "so"'],
    ['"two\nlines"', 'two\nlines'],
    ['rclone copy "$BACKUP_FILE" vault:shop', 'rclone copy "$BACKUP_FILE" vault:shop'],
    ['postgres://a:b=c@d/e?f=g', 'postgres://a:b=c@d/e?f=g'],
    ['', ''],
  ])('NAME=%s [ENV-01]', (written, value) => {
    expect(valuesOf(`NAME=${written}\nNEXT=1`)).toEqual({ NAME: value, NEXT: '1' })
  })
})

describe('what is not understood is said with its line and without its text', () => {
  it.each([
    ['A=1\nsecret', /^Line 2 of \.env is not understood/],
    ['\n\nNAME: secret', /^Line 3 /],
    ['N A=secret', /^Line 1 /],
    ['A=1\nB="secret', /^Line 2 of \.env does not close the " that the value of B begins with/],
    ['B="a" secret', /^Line 1 of \.env has more behind the quotes of B/],
    ['B=“secret”', /^Line 1 of \.env has typographic quotes around the value of B/],
    ['B="\n"\nA=1\nA=secret', /^Line 4 of \.env sets A to something else than line 3/],
  ])('%j [ENV-02]', (file, sentence) => {
    expect(() => valuesOf(file)).toThrow(sentence)
    expect(() => valuesOf(file)).not.toThrow('secret')
  })

  it('a line that is there twice with one value is taken [ENV-02]', () => {
    expect(valuesOf('A=1\nA=1')).toEqual({ A: '1' })
  })

  it.each([[Buffer.from('A=\xfc', 'latin1')], [Buffer.from([0, 1, 0, 2, 0xd8])]])(
    'a file that is no text [ENV-02]',
    (bytes) => {
      expect(() => parseEnvFile(bytes)).toThrow('save it as UTF-8')
    },
  )
})

describe('a folder', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'four-nines-env-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('with .env.txt alone is told apart from one without settings [ENV-02]', () => {
    expect(readEnvFile(folder).size).toBe(0)
    writeFileSync(join(folder, '.env.txt'), 'PORT=1')
    expect(() => readEnvFile(folder)).toThrow('rename it to .env')
  })

  it('is read alike by the settings and by npm run secret [ENV-01]', () => {
    const secret = 'x'.repeat(40)
    writeFileSync(join(folder, '.env'), `\uFEFFSESSION_SECRET="${secret}" # old\r\n`)
    const script = resolve('scripts/secret.mjs')
    const { stdout } = spawnSync(process.execPath, [script, '--rotate'], {
      cwd: folder,
      encoding: 'utf8',
      env: {},
    })
    expect(stdout).toMatch(new RegExp(`^SESSION_SECRET=\\S{40,},${secret}\n$`))
    const check = () =>
      spawnSync(process.execPath, [resolve('scripts/check-settings.ts')], {
        cwd: folder,
        encoding: 'utf8',
        env: {},
      })
    expect(check()).toMatchObject({ status: 0, stderr: '' })
    writeFileSync(join(folder, '.env'), '\uFEFFDATABSE_URL=postgres://shop:secret@db/shop\n')
    expect(check()).toMatchObject({ status: 78 })
    expect(check().stderr).toContain(
      'Line 1 of .env sets DATABSE_URL, which is no setting. Did you mean DATABASE_URL?',
    )
    expect(check().stderr).not.toContain('secret')
  })
})
