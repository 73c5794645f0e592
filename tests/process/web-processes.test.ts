import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { limits } from '#app/.server/platform/http/limits/rate-limits.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { addressOf, freePort, type Program, run, startCommand } from '#tests/support/process.ts'

const installed = inject('postgresUrl') !== null && process.platform === 'linux'
const patience = { timeout: 20_000, interval: 50 }

type Answer = { status: number; text: string }

describe.skipIf(!installed)('two web processes on one port', { timeout: 240_000 }, () => {
  let program: Program
  let address: string
  let cookie: string

  beforeAll(async () => {
    const settings = {
      DATABASE_URL: await seededPostgresUrl(),
      SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      GOLD_SOURCES: 'none',
      LOG_LEVEL: 'error',
    }
    const app = await createApp(readConfig(settings))
    cookie = await signedInCookie(app.context, await firstAdmin(app.context))
    await app.close()
    program = run(startCommand, {
      ...settings,
      PORT: String(await freePort()),
      WEB_PROCESSES: '2',
    })
    address = await addressOf(program)
    await vi.waitFor(() => expect(serverPids(program)).toHaveLength(2), patience)
    // The second one has taken the port too once its connections come.
    await vi.waitFor(() => expect(processesListening()).toBe(2), patience)
  }, 240_000)
  afterAll(() => program?.stop())

  /** Sockets that listen on the port: columns of /proc/net/tcp are local address and state. */
  const processesListening = () => {
    const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0')
    const listening = new RegExp(`^ *\\d+: \\w+:${port} \\w+:0000 0A`)
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => listening.test(line)).length
  }

  /** Each on a connection of its own: the system hands these to the processes in turn. */
  const ask = (path: string, { body, ...headers }: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const asking = request(address + path, { agent: false, method, headers }, async (answer) => {
        let text = ''
        for await (const chunk of answer.setEncoding('utf8')) text += chunk
        resolve({ status: answer.statusCode ?? 0, text })
      })
      asking.on('error', reject).end(body)
    })

  const setPrice = (perGram: string) =>
    ask('/admin/dashboard/gold-price', {
      cookie,
      origin: address,
      'content-type': 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ action: 'save', perGram, perOunce: '' }).toString(),
    })

  it('show a price once it is saved, whichever answers, and tell every open page [CACHE-02, WEB-01]', async () => {
    const pages = Array.from({ length: 12 }, () => openStream(address))
    for (const price of ['93.11', '93.22', '93.33']) {
      // Both have the page from before in memory.
      await Promise.all(Array.from({ length: 20 }, () => ask('/product/7')))
      const saved = await setPrice(price)
      expect(saved.status).toBeLessThan(400)
      const shown = await Promise.all(Array.from({ length: 20 }, () => ask('/product/7')))
      expect(shown.filter(({ text }) => !text.includes(`$${price}`))).toEqual([])
    }
    await vi.waitFor(() => {
      for (const page of pages) expect(page.text()).toContain('93.33')
    }, patience)
    for (const page of pages) page.close()
  })

  it('count what one client asks for together [SEC-03, WEB-01]', async () => {
    const body = JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] })
    const quotes = await Promise.all(
      Array.from({ length: limits.quote.points + 20 }, () =>
        ask('/api/quote', { 'content-type': 'application/json', body }),
      ),
    )
    const count = (status: number) => quotes.filter((each) => each.status === status).length
    expect(count(200)).toBe(limits.quote.points)
    expect(count(429)).toBe(20)
  })

  it('answer while one of them is killed, and are two again [OPS-04, WEB-01]', async () => {
    for (const pid of serverPids(program)) {
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(async () => expect((await ask('/')).status).toBe(200), patience)
      await vi.waitFor(() => {
        expect(serverPids(program)).toHaveLength(2)
        expect(processesListening()).toBe(2)
      }, patience)
    }
    expect((await ask('/products')).status).toBe(200)
  })

  it('end together [OPS-05, WEB-01]', async () => {
    const pids = serverPids(program)
    program.child.kill('SIGTERM')
    expect(await program.ended).toMatchObject({ code: 0 })
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
  })
})

it('several web processes are refused without PostgreSQL, in one sentence [WEB-01, OPS-02]', () => {
  for (const DATABASE_URL of [undefined, 'none']) {
    expect(() => readConfig({ WEB_PROCESSES: '2', DATABASE_URL })).toThrow(
      'WEB_PROCESSES needs PostgreSQL',
    )
  }
})

function serverPids(starter: Program): number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(starter.child.pid)])
  return children.toString().trim().split('\n').map(Number)
}

function openStream(address: string) {
  let text = ''
  const asking = request(`${address}/api/gold-price/stream`, { agent: false }, (answer) => {
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    answer.on('error', () => {})
  })
  asking.on('error', () => {}).end()
  return { text: () => text, close: () => asking.destroy() }
}
