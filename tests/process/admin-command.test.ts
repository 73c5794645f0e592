import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { seededDataFolder, seededPostgresUrl } from '#tests/support/databases.ts'
import {
  addressOf,
  compileCache,
  type Program,
  quickStart,
  run,
  serveCommand,
} from '#tests/support/process.ts'

/** `npm run admin`, the command itself, beside a real shop and without one. */
const password = 'a long sentence of gold'
const programs: Program[] = []
let folder: string
beforeEach(async () => {
  folder = await seededDataFolder()
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Settings = Record<string, string>
const settings = (more: Settings = {}): Settings => ({ DATA_DIR: folder, ...more })

function admin(args: string[], more: Settings = {}, input = '', script = 'admin') {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [quickStart, `scripts/${script}.ts`, ...args], {
      env: { PATH, HOME, GOLD_SOURCES: 'none', ...compileCache(), ...settings(more) },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.once('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

async function serve(more: Settings = {}): Promise<{ url: string; program: Program }> {
  const program = run(serveCommand, settings({ PORT: '0', ...more }))
  programs.push(program)
  return { url: await addressOf(program), program }
}

/** As a browser would, with the code of an app that read the address. */
async function signsIn(url: string, made: { email: string; totpUri: string }, input = password) {
  const secret = new URL(made.totpUri).searchParams.get('secret') ?? ''
  const code = new TOTP({ secret }).generate()
  const response = await fetch(`${url}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: made.email, password: input, code }),
  })
  const cookie = response.headers.getSetCookie().map((text) => text.split(';')[0])
  return { status: response.status, cookie: cookie.join('; ') }
}

/** Makes, lists, resets and removes, beside a shop that runs all the while. */
async function wholeLife(more: Settings) {
  const { url, program } = await serve(more)
  expect(program.output()).toMatch(/There is no admin yet.*\n.*\/admin\/setup\/[\w-]{43}\n/)
  const create = ['create', 'ann@example.com', '--password-stdin', '--json']
  const created = await admin(create, more, `${password}\n`)
  expect(created.err).toBe('')
  const made = JSON.parse(created.out)
  expect(Object.keys(made)).toEqual(['email', 'totpUri', 'recoveryCodes'])
  expect(made.recoveryCodes).toHaveLength(10)

  const { status, cookie } = await signsIn(url, made)
  expect(status).toBe(303)
  const dashboard = () =>
    fetch(`${url}/admin/dashboard`, { redirect: 'manual', headers: { Cookie: cookie } })
  expect((await dashboard()).status).toBe(200)
  expect((await admin(['list'], more)).out).toMatch(
    /^ann@example\.com {2}owner {2}since \d{4}-\d\d-\d\d\n$/,
  )

  const audited = await admin(['check'], more, '', 'audit')
  expect(audited.out).toMatch(
    /^The audit log is intact: \d entries. The last hash is [0-9a-f]{64}.\n$/,
  )
  expect(audited.code).toBe(0)

  const reset = await admin(['reset-2fa', 'ann@example.com'], more)
  expect(reset.out).toContain('otpauth://totp/Four%20Nines:ann%40example.com?secret=')
  expect(reset.out).toContain('▄▄▄▄▄▄▄')
  expect(reset.out.match(/^ {2}\w{6}(-\w{6}){3}$/gm)).toHaveLength(10)
  expect((await dashboard()).status).toBe(302)
  expect((await signsIn(url, made)).status).toBe(401)

  // The account and its second factor stay.
  const other = 'another sentence of gold'
  const asked = ['reset-password', 'ann@example.com', '--password-stdin']
  expect((await admin(asked, more, other)).out).toMatch(/ann@example\.com has a new password/)
  const totpUri = /otpauth:\S+/.exec(reset.out)?.[0] ?? ''
  expect((await signsIn(url, { ...made, totpUri }, other)).status).toBe(303)

  const removed = await admin(['remove', 'ann@example.com'], more)
  expect(removed.out).toMatch(
    /That was the last one\. This link creates the next one\. It.*\/admin\/setup\//s,
  )
  expect(JSON.parse((await admin(['list', '--json'], more)).out)).toEqual([])
}

// Each asks some programs to start, one after the other.
describe('the command for admins', { timeout: 240_000 }, () => {
  it('does its work while the shop runs on the embedded database [OPS-07, D28, FORGOT-05]', async () => {
    await wholeLife({})
  })

  it.skipIf(inject('postgresUrl') === null)(
    'does its work while the shop runs on PostgreSQL [OPS-07, D28, FORGOT-05]',
    async () => {
      const secret = 'a secret of 32 characters or more, for tests'
      await wholeLife({ DATABASE_URL: await seededPostgresUrl(), SESSION_SECRET: secret })
    },
  )

  it('does it by itself where no shop runs, and the shop knows of it afterwards [OPS-07]', async () => {
    const created = await admin(
      ['create', 'ann@example.com', '--password-stdin', '--json'],
      {},
      password,
    )
    const { url, program } = await serve()
    expect(program.output()).not.toContain('/admin/setup/')
    expect((await signsIn(url, JSON.parse(created.out))).status).toBe(303)
  })

  it('is refused by a running shop without the key that its user alone can read [OPS-07, SEC-06]', async () => {
    await serve()
    const file = join(folder, 'control-server.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port } = JSON.parse(readFileSync(file, 'utf8'))
    for (const key of ['', 'Bearer ', 'Bearer x']) {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: key ? { Authorization: key } : {},
        body: '{"command":"list"}',
      })
      expect(response.status).toBe(403)
    }
  })

  it('says in one sentence what it cannot do, and fails for programs too [OPS-07]', async () => {
    for (const [args, sentence] of [
      [['list'], /^This shop runs without a database/],
      [['create', 'bob@example.com'], /^\s+There is nobody to type a password/],
      [['frobnicate'], /^\s+npm run admin -- create EMAIL/],
      [['list', '--sudo'], /Unknown option '--sudo'/],
    ] as const) {
      const { code, out, err } = await admin([...args], { DATABASE_URL: 'none' })
      expect(err).toMatch(sentence)
      expect(code).toBeGreaterThan(0)
      expect(out).toBe('')
    }
  })
})
