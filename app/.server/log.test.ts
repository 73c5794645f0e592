import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { openLog } from './log.ts'

function logged(error: unknown): string {
  let text = ''
  openLog('info', { write: (line) => (text += line) }).error({ err: error }, 'it failed')
  return text
}

it('tells a failed statement and its cause without the values [SEC-06]', () => {
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

it('tells every other error whole', () => {
  expect(JSON.parse(logged(new TypeError('x is undefined')))).toMatchObject({
    msg: 'it failed',
    err: { type: 'TypeError', message: 'x is undefined' },
  })
})
