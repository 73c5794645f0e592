import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { maxCsvMegabytes } from '#app/contracts/catalog/csv/columns.ts'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { photo } from '#tests/support/pictures.ts'
import { freePort, type Program } from '#tests/support/process.ts'
import {
  type Certificates,
  makeCertificates,
  missingForProxy,
  openTlsProxy,
  proxiedName,
  removeCertificates,
} from '#tests/support/tls-proxy.ts'

/** What the shop takes and sends also passes the proxies of deploy/, which are real ones here. */
const proxies = (['nginx', 'caddy'] as const).filter((name) => missingForProxy(name) === null)

describe.skipIf(proxies.length === 0).each(proxies)('through %s', { timeout: 60_000 }, (proxy) => {
  let shop: TestShop
  let program: Program
  let certificates: Certificates
  let cookie: string
  let port: number
  beforeAll(async () => {
    certificates = makeCertificates()
    port = await freePort()
    const PUBLIC_URL = `https://${proxiedName}:${port}`
    shop = await openBuiltShop({ PUBLIC_URL, TEST_PAYMENTS: 'yes', TRUST_PROXY: '1' })
    program = await openTlsProxy(proxy, certificates, { port, to: shop.url })
    cookie = await signedInCookie(shop.app, await firstAdmin(shop.app))
  }, 120_000)
  afterAll(async () => {
    await program?.stop()
    await shop?.close()
    removeCertificates(certificates)
  })

  type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer; until?: RegExp }

  /** The answer, whole, or until a pattern is in it. */
  function ask(path: string, { method = 'GET', headers = {}, body, until }: Sent = {}) {
    const own = { port, host: '127.0.0.1', servername: proxiedName, agent: false } as const
    const named = { Host: `${proxiedName}:${port}`, Origin: `https://${proxiedName}:${port}` }
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        { ...own, ca: certificates.authority, path, method, headers: { ...named, ...headers } },
        async (answer) => {
          const status = answer.statusCode ?? 0
          let text = ''
          for await (const chunk of answer.setEncoding('utf8')) {
            text += chunk
            if (until?.test(text)) break
          }
          resolve({ status, text })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  function sendCsv(bytes: number) {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(bytes, 'a'),
      Buffer.from('\r\n--x--'),
    ])
    const headers = { Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' }
    return ask('/admin/dashboard/products/import', { method: 'POST', headers, body })
  }

  it('a file of products as large as its screen says is read by the shop [DEPLOY-05]', async () => {
    const { status, text } = await sendCsv((maxCsvMegabytes - 1) * 1024 * 1024)
    expect([status, text.includes('CSV')]).toEqual([422, true])
    const tooLarge = await sendCsv(maxCsvMegabytes * 1024 * 1024 + 1)
    expect(tooLarge.status).toBe(413)
    expect(tooLarge.text).toContain(`larger than ${maxCsvMegabytes} MB`)
  })

  it('a large picture comes part by part [DEPLOY-05]', async () => {
    const picture = await photo()
    const whole = Buffer.concat([picture, Buffer.alloc(3 * partBytes)])
    const key = randomUUID()
    let answer = { status: 0, text: '' }
    for (let at = 0; at < whole.length; at += partBytes) {
      const query = new URLSearchParams({
        key,
        at: `${at}`,
        size: `${whole.length}`,
        name: 'a.jpg',
      })
      answer = await ask(`/admin/media/upload?${query}`, {
        method: 'POST',
        headers: { Cookie: cookie },
        body: whole.subarray(at, at + partBytes),
      })
      expect(answer.status, answer.text).toBe(200)
    }
    expect(JSON.parse(answer.text)).toMatchObject({ picture: { src: expect.any(String) } })
  })

  it('headers as large as the shop takes are passed on, and larger ones refused [DEPLOY-05]', async () => {
    const large = { Cookie: `other=${'x'.repeat(maxHeaderSize - 2048)}` }
    expect((await ask('/contact', { headers: large })).status).toBe(200)
    const tooLarge = { Cookie: `other=${'x'.repeat(3 * maxHeaderSize)}` }
    expect((await ask('/contact', { headers: tooLarge })).status).toBeGreaterThanOrEqual(400)
  })

  it('the stream of the gold price comes as it is written [DEPLOY-05]', async () => {
    const stream = ask('/api/gold-price/stream', { until: /141/ })
    await shop.goldBecomes('141')
    expect((await stream).text).toContain('141')
  })

  it.runIf(proxy === 'nginx')(
    'the log has an address without its key and its query [SEC-07]',
    async () => {
      const key = randomUUID()
      await ask(`/order/${key}/return?email=ada@example.com`)
      await ask(`/%6Frder/delay/${key}`)
      const folder =
        readdirSync(certificates.folder).find((name) => name.startsWith('nginx-')) ?? ''
      const log = () => readFileSync(join(certificates.folder, folder, 'access.log'), 'utf8')
      await vi.waitFor(() => expect(log()).toMatch(/"GET \/order\/delay\/\.\.\." 404/))
      expect(log()).toMatch(/"GET \/order\/\.\.\." 404/)
      expect(log()).not.toMatch(new RegExp(`${key}|ada@`))
    },
  )

  it('an old health check over HTTP/1.0 is answered by the shop [DEPLOY-05]', async () => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      servername: proxiedName,
      ca: certificates.authority,
    })
    // Caddy answers what names no host itself; deploy/Caddyfile says so.
    const host = proxy === 'caddy' ? `Host: ${proxiedName}\r\n` : ''
    socket.write(`GET /healthz HTTP/1.0\r\n${host}\r\n`)
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.[01] 200/)
    expect(text).toContain('"ok":true')
  })
})
