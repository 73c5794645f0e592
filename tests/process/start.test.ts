import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { seededDataFolder } from '#tests/support/databases.ts'
import { openGoldFeedServer } from '#tests/support/gold-feed-server.ts'
import { addressOf, freePort, type Program, run, serveCommand } from '#tests/support/process.ts'

const programs: Program[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-start-'))
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Without a database in it, the first start makes one, which takes seconds. */
async function givenADatabase(): Promise<void> {
  rmSync(folder, { recursive: true })
  folder = await seededDataFolder()
}

function serve(settings: Record<string, string> = {}): Program {
  const program = run(serveCommand, { PORT: '0', DATA_DIR: folder, ...settings })
  programs.push(program)
  return program
}

describe('a wrong setting stops the start with one sentence', () => {
  // What else may be wrong is in app/.server/config.test.ts. The second is refused only where the
  // database's files are made.
  it.each([
    [{ PORT: 'abc' }, /PORT must be a whole number/],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      /STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY/,
    ],
  ])('%o [OPS-02]', async (settings, sentence) => {
    if ('STRIPE_SECRET_KEY' in settings) await givenADatabase()
    const program = serve(settings)
    expect((await program.ended).code).toBe(78)
    expect(program.output().trim().split('\n')).toHaveLength(1)
    expect(program.output()).toMatch(sentence)
  })

  it('a port in use [OPS-02]', async () => {
    await givenADatabase()
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const program = serve({ PORT: String(port) })
    expect((await program.ended).code).toBe(78)
    expect(program.output()).toMatch(new RegExp(`PORT ${port} is in use.*PORT=${port + 1}`))
    other.close()
  })

  it('a data folder that cannot be written to [OPS-02]', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const program = serve({ DATA_DIR: join(folder, 'a-file', 'data') })
    expect((await program.ended).code).toBe(78)
    expect(program.output().trim().split('\n')).toHaveLength(1)
    expect(program.output()).toMatch(/DATA_DIR/)
  })

  // mkdir, told to make the folders above as well, never comes back from /proc.
  it.runIf(existsSync('/proc'))(
    'a data folder where none can be made, at once [OPS-02]',
    async () => {
      const program = serve({ DATA_DIR: '/proc/x/y' })
      expect((await program.ended).code).toBe(78)
      expect(program.output().trim().split('\n')).toHaveLength(1)
      expect(program.output()).toMatch(/DATA_DIR: \/proc\/x\/y cannot be written to/)
    },
  )

  it.runIf(inject('postgresUrl'))(
    'a database that refuses the password, which is not printed [ENV-05]',
    async () => {
      const address = new URL(inject('postgresUrl') ?? '')
      address.password = 'wr0ng'
      const program = serve({
        DATABASE_URL: address.href,
        SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      })
      expect((await program.ended).code).toBe(78)
      expect(program.output().trim().split('\n')).toHaveLength(1)
      expect(program.output()).toMatch(/DATABASE_URL: the database refuses this shop/)
      expect(program.output()).not.toContain('wr0ng')
    },
  )

  it('a data folder that another process holds, named [OPS-02]', async () => {
    await givenADatabase()
    const first = serve()
    await addressOf(first)
    const second = serve()
    expect((await second.ended).code).toBe(78)
    expect(second.output()).toContain(String(first.child.pid))
    expect((await fetch(`${await addressOf(first)}/healthz`)).status).toBe(200)
  })
})

describe('what a started shop prints', () => {
  it('its address, database, payments and gold price, at its very first start [OPS-01]', async () => {
    const program = serve({ DATA_DIR: join(folder, 'not-there-yet') })
    const address = await addressOf(program)
    expect(program.output()).toMatch(/database\s+.*embedded/i)
    expect(program.output()).toMatch(/payments\s+test payments; no card is charged/)
    expect(program.output()).toMatch(
      /gold\s+\$2,886\.32 an ounce, \$92\.77 a gram \(indicative, from fallback\)/,
    )
    expect((await fetch(address)).status).toBe(200)
  })

  it('a showcase without a database shows the eight built-in pendants [DATA-25]', async () => {
    const program = serve({ DATABASE_URL: 'none' })
    const address = await addressOf(program)
    expect(program.output()).toMatch(/database\s+none: a showcase/)
    const page = await (await fetch(`${address}/products`)).text()
    const ids = new Set([...page.matchAll(/href="\/product\/(\d+)"/g)].map((match) => match[1]))
    expect([...ids].map(Number).toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('opens although its PostgreSQL server does not answer, and says so [DATA-25, OPS-06]', async () => {
    const program = serve({
      DATABASE_URL: `postgres://shop@127.0.0.1:${await freePort()}/shop`,
      SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
    })
    const address = await addressOf(program)
    expect(program.output()).toMatch(/database\s+not answering/)
    expect((await fetch(`${address}/product/7`)).status).toBe(200)
    const ready = await fetch(`${address}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ ok: false, database: 'unavailable' })
  })
})

describe('told to stop', () => {
  it('lets open requests finish, ends streams, and is gone within ten seconds [OPS-05]', async () => {
    await givenADatabase()
    const program = serve()
    const address = await addressOf(program)
    const stream = await fetch(`${address}/api/gold-price/stream`)
    // A request whose body is still on its way when the signal comes: the shop has taken it, and asks on.
    const text = JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] })
    const quoting = request(`${address}/api/quote`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': text.length,
        expect: '100-continue',
      },
    })
    const quoted = new Promise<number | undefined>((resolve, reject) => {
      quoting.once('response', (answer) => resolve(answer.resume().statusCode))
      quoting.once('error', reject)
    })
    await new Promise((resolve) => {
      quoting.once('continue', resolve)
      quoting.flushHeaders()
    })
    program.child.kill('SIGTERM')
    // It stops, for it takes nobody else any more.
    await vi.waitFor(async () => expect(await isAnswered(address)).toBe(false), {
      timeout: 8000,
      interval: 20,
    })
    quoting.end(text)
    expect(await quoted).toBe(200)
    await stream.text().catch(() => undefined)
    // One that has not ended after 9.5 seconds ends itself, and then by another code.
    expect((await program.ended).code).toBe(0)
  })

  it('ends as well while its banner waits for the first gold price [OPS-05]', async () => {
    await givenADatabase()
    const port = await freePort()
    const feeds = await openGoldFeedServer()
    feeds.set('website', 'hangs')
    const program = serve({
      PORT: String(port),
      ...feeds.settings('website'),
    })
    await vi.waitFor(async () => expect(await isAnswered(`http://127.0.0.1:${port}`)).toBe(true), {
      timeout: 20_000,
      interval: 20,
    })
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
    expect(program.output()).not.toContain('is open')
    await feeds.close()
  })
})

const isAnswered = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )
