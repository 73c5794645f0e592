import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { openLog, type RecentError, withRecentErrors } from './log.ts'

function logged(error: unknown): string {
  let text = ''
  openLog('info', { write: (line) => (text += line) }).error({ err: error }, 'it failed')
  return text
}

it('logs a failed statement and its cause without the values [SEC-06]', () => {
  const values = ['ann@example.com', '1 Elm Street\nparams: here', 'token-4711', 211372, null]
  const failed = new DrizzleQueryError(
    'insert into "orders" values ($1)',
    values,
    new Error('full'),
  )
  for (const error of [failed, new Error('a payment', { cause: failed })]) {
    const text = logged(error)
    for (const value of ['ann@', 'Elm', 'token-4711', '211372']) expect(text).not.toContain(value)
    expect(text).toContain('insert into \\"orders\\" values ($1)')
    expect(text).toContain('full')
    expect(text).toContain('log.test.ts')
  }
})

it.each([
  '/order/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq',
  '/order/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq.data',
  '/ORDER/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq/',
  '/test-payment/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq?x=1',
  '/admin/setup/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq',
  '/admin/invitation/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq',
  '/admin/email/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq',
  '/pay/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq',
])('leaves the token of %s out, of paths and of errors [SEC-05]', (path) => {
  let text = ''
  const err = new Error(`no answer at https://shop.example${path} "now"`)
  openLog('info', { write: (line) => (text += line) }).error({ err, path }, 'a page failed')
  expect(text).not.toContain('3WZnq')
  expect(JSON.parse(text)).toMatchObject({ path: expect.stringMatching(/\/…/) })
  expect(text).toContain('log.test.ts')
})

it('reads an encoded path as the router does, and leaves its key out [SEC-07]', () => {
  let text = ''
  const log = openLog('info', { write: (line) => (text += line) })
  log.info({ path: '/%6Frder/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq' }, 'refused')
  log.info({ path: '/ord%65r/delay/3WZnqlwgwLQjBTs4vUZkBkvP2cXkDfZq/%zz' }, 'refused')
  expect(text.split('\n')[0]).toContain('"/order/…"')
  expect(text.split('\n')[0]).not.toContain('3WZnq')
})

it('logs every other error whole', () => {
  expect(JSON.parse(logged(new TypeError('x is undefined')))).toMatchObject({
    msg: 'it failed',
    err: { type: 'TypeError', message: 'x is undefined' },
  })
})

it('keeps the last errors for staff, without what they are about [DEBUG-02, SEC-06]', () => {
  const kept: RecentError[] = []
  const at = new Date('2026-03-11T16:00:00Z')
  const lines: string[] = []
  const log = withRecentErrors(
    openLog('info', { write: (line) => lines.push(line) }),
    kept,
    () => at,
  )
  const refused = Object.assign(new Error('ann@example.com is taken'), { code: '23505' })
  log.error({ err: new DrizzleQueryError('insert', ['ann'], refused) }, 'an order was not stored')
  log.error('plain words')
  log.warn('not an error')
  expect(kept).toEqual([
    { at, message: 'an order was not stored', code: '23505' },
    { at, message: 'plain words', code: null },
  ])
  expect(lines).toHaveLength(3)
  for (let count = 0; count < 30; count += 1) log.error(`error ${count}`)
  expect(kept).toHaveLength(20)
  expect(kept.at(-1)?.message).toBe('error 29')
})
