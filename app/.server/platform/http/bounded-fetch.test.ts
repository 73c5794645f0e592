import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundedFetch, boundedStream, type FetchFailure } from './bounded-fetch.ts'

const megabyte = 1024 * 1024
const answers: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('gold'),
  '/missing': (response) => response.writeHead(404).end('no'),
  '/large': (response) => response.end(Buffer.alloc(megabyte + 1)),
  // A thousand times as large once it is unpacked.
  '/bomb': (response) =>
    response
      .writeHead(200, { 'Content-Encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(64 * megabyte))),
  '/drips': (response) => {
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
  },
  '/within': (response) => response.writeHead(302, { Location: '/ok' }).end(),
  '/elsewhere': (response) => response.writeHead(302, { Location: 'http://other.example/' }).end(),
  '/round': (response) => response.writeHead(302, { Location: '/round' }).end(),
}
const server = createServer((request, response) => answers[request.url ?? '']?.(response))
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe.each([
  ['of the environment', 'anywhere'],
  ['of an owner', ['127.0.0.1']],
] as const)('a call to an address %s', (_whose, reach) => {
  const call = { reach, timeoutMs: 5000, maxBytes: megabyte }
  const failure = (path: string, more: object = {}): Promise<FetchFailure> =>
    boundedFetch(url + path, { ...call, ...more }).then(
      () => expect.unreachable(),
      (error) => error,
    )

  it('has the whole answer, whatever its status [SSRF-02]', async () => {
    expect((await boundedFetch(`${url}/ok`, call)).bytes.toString()).toBe('gold')
    expect(await boundedFetch(`${url}/missing`, call)).toMatchObject({ status: 404, ok: false })
    expect(await (await boundedStream(`${url}/ok`, call)).text()).toBe('gold')
  })

  it('ends by size as it is read, unpacked, and by time until its last byte [SSRF-02]', async () => {
    for (const path of ['/large', '/bomb']) {
      expect(await failure(path)).toMatchObject({ why: 'size', message: 'answered more than 1 MB' })
    }
    expect(await failure('/drips', { timeoutMs: 80 })).toMatchObject({
      why: 'time',
      message: 'did not answer in time',
    })
    expect(await failure('/ok', { signal: AbortSignal.abort() })).toMatchObject({
      why: 'stopped',
      message: 'was not waited for',
    })
    const drips = await boundedStream(`${url}/drips`, { ...call, timeoutMs: 80 })
    await expect(drips.text()).rejects.toThrow()
  })

  it('follows redirects within a site, if at all [SSRF-02, LIMIT-06]', async () => {
    const sameSite = { redirects: 'same site' } as const
    const followed = await boundedFetch(`${url}/within`, { ...call, ...sameSite })
    expect(followed.bytes.toString()).toBe('gold')
    expect((await failure('/within')).message).toBe('redirects elsewhere')
    expect((await failure('/elsewhere', sameSite)).message).toBe('redirects to another site')
    expect((await failure('/round', sameSite)).message).toBe('redirects without end')
  })
})

/** Of the shop's own parts, on this machine. */
const toItself = [
  'app/.server/main.ts',
  'app/.server/trial-shop.ts',
  'app/.server/control-server.ts',
  'app/.server/platform/request-running-server.ts',
]

/** Runs in the browser, which sends to the address that its screen gives. */
const inBrowser = ['app/routes/admin/media/upload-file.ts']

it('no other part of the server calls by another way [SSRF-02]', async () => {
  const calls: string[] = []
  const ours = [...toItself, ...inBrowser]
  for await (const file of glob('app/{.server,routes,contracts,domain}/**/*.ts')) {
    if (/\.test\.ts$|bounded-fetch\.ts$/.test(file) || ours.includes(file)) continue
    const source = readFileSync(file, 'utf8')
    const isCall =
      /(?<!^\s*|async |[.\w])fetch\(|AwsClient\([^)]*\)\.fetch|client\.fetch\(|\b(?:http|https|net|tls)\.(?:request|get|connect)\(|from 'undici'/m
    // What a browser runs calls the shop's own addresses, which begin with a slash.
    const ofServer = source.replace(/(?<![.\w])fetch\(\s*[`'"]\//g, '')
    if (isCall.test(ofServer)) calls.push(file)
  }
  expect(calls).toEqual([])
})
