import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop({ PUBLIC_URL: 'https://shop.example', TEST_PAYMENTS: 'yes' })
})
afterAll(() => shop.close())

/** What the server writes to a connection on which this was sent, until it closes it. */
async function answerTo(sent: string) {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write(sent)
  let text = ''
  for await (const chunk of socket) text += chunk
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
  return { status: Number(line.split(' ')[1]), headers, body }
}

const post = 'POST /api/quote HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'

it('a health check over HTTP/1.0, which knows no Host, is answered [DEPLOY-05]', async () => {
  const { status, body } = await answerTo('GET /healthz HTTP/1.0\r\n\r\n')
  expect([status, body]).toEqual([200, '{"ok":true}'])
})

it.each([
  ['no HTTP', 400, 'malformed_request', 'hello\r\n\r\n'],
  ['the first bytes of TLS', 400, 'malformed_request', '\x16\x03\x01\x02\x00\x01\x00'],
  ['an unknown method', 400, 'malformed_request', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another version', 400, 'malformed_request', 'GET / HTTP/3.7\r\nHost: x\r\n\r\n'],
  ['no host', 400, 'malformed_request', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [
    'no such host',
    400,
    'malformed_request',
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  ],
  [
    'two lengths',
    400,
    'malformed_request',
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a broken body',
    400,
    'malformed_request',
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  ],
  [
    'no path',
    400,
    'malformed_request',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ],
  ['a tunnel', 405, 'method_not_allowed', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'headers too large',
    431,
    'headers_too_large',
    `GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  ],
  ['an expectation', 417, 'expectation_failed', `${post}Expect: more\r\nContent-Length: 0\r\n\r\n`],
  [
    'a wrong encoding',
    400,
    'malformed_address',
    'GET /product/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ],
])(
  '%s gets %i in the usual form, with the usual headers [EDGE-04, SEC-01, SEC-05]',
  async (_, status, code, sent) => {
    const answer = await answerTo(sent)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({
      error: { code, message: expect.stringMatching(/\.$/) },
    })
    const usual = (await fetch(`${shop.url}/api/nothing`)).headers
    for (const name of [
      'content-security-policy',
      'content-type',
      'cross-origin-opener-policy',
      'permissions-policy',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ]) {
      expect([name, answer.headers.get(name)]).toEqual([name, usual.get(name)])
      expect(usual.get(name)).toBeTruthy()
    }
  },
)

it('a browser is shown a page for a wrong encoding [EDGE-04]', async () => {
  const response = await fetch(`${shop.url}/%E0%A4%A`, { headers: { Accept: 'text/html' } })
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('<h1>Not accepted</h1>')
})

it('an answer under way is not cut by what follows on its connection [EDGE-04]', async () => {
  const answer = await answerTo('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nrubbish\r\n\r\n')
  expect(answer.status).toBeLessThan(500)
})
