import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type PostgresServer,
  postgresBinaries,
  postgresServer,
} from '#tests/support/postgres-server.ts'
import { addressOf, type Program, run, serveCommand } from '#tests/support/process.ts'

const installed = postgresBinaries() !== null
const patience = { timeout: 30_000, interval: 50 }

/** How a connection may be lost, given the process id of its backend at the server. */
const losses = {
  'the connection is ended by an operator': (server, backend) =>
    ask(server, 'select pg_terminate_backend($1)', [backend]),
  'the backend is killed': async (_server, backend) => process.kill(backend, 'SIGKILL'),
  'the server is stopped': (server) => server.stop('fast'),
  'the server is stopped at once': (server) => server.stop('immediate'),
} satisfies Record<string, (server: PostgresServer, backend: number) => Promise<unknown>>

describe.skipIf(!installed)(
  installed
    ? 'a shop inside a transaction'
    : 'a shop inside a transaction (skipped: no PostgreSQL)',
  { timeout: 240_000 },
  () => {
    let server: PostgresServer
    let program: Program
    let address: string
    beforeAll(async () => {
      server = await postgresServer()
      program = run(serveCommand, {
        PORT: '0',
        DATABASE_URL: await server.createDatabase('shop'),
        SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      })
      address = await addressOf(program)
      // No name of the built-in catalog, so that it can only come from memory.
      await ask(
        server,
        `update products set name = 'Kept In Memory', revision = revision + 1 where id = '7'`,
      )
    })
    afterEach(() => server.start())
    afterAll(async () => {
      await program?.stop('SIGKILL')
      await server?.close()
    })

    it.each(Object.entries(losses))(
      'while %s answers 503, keeps running, and sells again [FAULT-01]',
      async (_how, lose) => {
        await vi.waitFor(
          async () =>
            expect(await (await fetch(`${address}/products`)).text()).toContain('Kept In Memory'),
          patience,
        )
        const stream = await openStream(address)
        const order = await quoted(address)

        // The checkout waits inside its transaction, for a table that is locked.
        const locker = await connect(server)
        await locker.query('begin; lock table order_lines in share mode')
        const checkout = post(address, order)
        const backend = await vi.waitFor(async () => {
          const [waiting] = await ask(
            server,
            `select pid from pg_stat_activity
             where application_name = 'shop' and wait_event_type = 'Lock'`,
          )
          return Number(waiting?.pid ?? expect.fail('no checkout waits'))
        }, patience)
        await lose(server, backend)

        const refused = await checkout
        expect(refused.status).toBe(503)
        expect(await refused.json()).toMatchObject({
          error: { message: expect.stringMatching(/can’t take orders right now.*try again/) },
        })
        expect(await (await fetch(`${address}/products`)).text()).toContain('Kept In Memory')
        await locker.end().catch(() => {})

        await server.start()
        await vi.waitFor(
          async () => expect((await post(address, order)).status).toBe(200),
          patience,
        )
        expect(stream.isOpen()).toBe(true)
        expect(program.child.exitCode).toBeNull()
        await stream.close()
      },
    )

    it('told to stop while every connection is frozen is gone within ten seconds [FAULT-06]', async () => {
      const backends = await ask(
        server,
        `select pid from pg_stat_activity where application_name = 'shop'`,
      )
      expect(backends.length).toBeGreaterThan(0)
      for (const { pid } of backends) process.kill(Number(pid), 'SIGSTOP')
      try {
        program.child.kill('SIGTERM')
        // By its own clock, of 9.5 seconds: the process ends itself, or says that it had to be ended.
        expect([0, 1]).toContain((await program.ended).code)
      } finally {
        for (const { pid } of backends) process.kill(Number(pid), 'SIGCONT')
      }
    })
  },
)

async function connect(server: PostgresServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url('shop'), application_name: 'test' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function ask(server: PostgresServer, statement: string, values: unknown[] = []) {
  const client = await connect(server)
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function quoted(address: string) {
  const response = await fetch(`${address}/api/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] }),
  })
  const { quote, total } = await response.json()
  return { quote, amount: Number(total) }
}

function post(address: string, order: object): Promise<Response> {
  return fetch(`${address}/api/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
}

/** The live gold price, as an open page follows it. */
async function openStream(address: string) {
  const leaving = new AbortController()
  const { body } = await fetch(`${address}/api/gold-price/stream`, { signal: leaving.signal })
  let open = true
  const reader = body?.getReader()
  const ended = (async () => {
    while (!(await reader?.read())?.done);
  })()
    .catch(() => {})
    .finally(() => {
      open = false
    })
  return {
    isOpen: () => open,
    async close() {
      leaving.abort()
      await ended
    },
  }
}
