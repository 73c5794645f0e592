import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router'
import { expect, it } from 'vitest'
import { reauthenticationNeeded } from '#app/.server/auth/require-reauthentication.ts'
import { keepScreen } from './client-action.ts'

const failing = (failure: unknown, message?: string) =>
  keepScreen(() => Promise.reject(failure), message)

it('an answer passes as it is', async () => {
  const answer = { saved: { id: '5', skipped: [], mocked: false } }
  expect(await keepScreen(async () => answer)).toBe(answer)
})

it('so does the way to another page', async () => {
  const elsewhere = redirect('/admin/dashboard/orders/7')
  await expect(failing(elsewhere)).rejects.toBe(elsewhere)
})

it.each([
  [
    'a fault of the server',
    new ErrorResponse(500, 'Internal Server Error', null),
    'unexpected',
    500,
  ],
  ['a fault that it does not tell', new Error('Unexpected Server Error'), 'unexpected', 500],
  ['a server that is too busy', new ErrorResponse(503, 'Unavailable', 'plain'), 'unexpected', 503],
])(
  '%s keeps what was typed and offers it again [ADM-10, ADM-13, FORM-16]',
  async (_, failure, code, status) => {
    expect(await failing(failure)).toMatchObject({
      data: {
        refused: {
          code,
          message: 'An unexpected error occurred',
          advice: expect.stringContaining('What you typed is still here.'),
          canRetry: true,
        },
      },
      init: { status },
    })
  },
)

it.each([
  ['a lost connection', new TypeError('Failed to fetch'), 500],
  ['a proxy that waited in vain', new ErrorResponse(504, 'Gateway Timeout', '<html>'), 504],
  ['anything else', 'no error at all', 500],
])(
  '%s leaves open whether it was done, and says so [ADM-10, ADM-13, FORM-16]',
  async (_, failure, status) => {
    expect(await failing(failure, 'This wasn’t done.')).toMatchObject({
      data: {
        refused: {
          code: 'unreachable',
          message:
            'We don’t know whether this was done. Check in a new tab, then try again if it wasn’t.',
          advice: 'The shop couldn’t be reached. What you typed is still here.',
          canRetry: true,
        },
      },
      init: { status },
    })
  },
)

it('and under the title of the specification, where it has one [ADM-10, FORM-16]', async () => {
  expect(await failing(new TypeError('Failed to fetch'))).toMatchObject({
    data: {
      refused: {
        message: 'An unexpected error occurred',
        advice:
          'The shop couldn’t be reached, so we don’t know whether this was done. Check in a new tab, then try again if it wasn’t. What you typed is still here.',
        canRetry: true,
      },
    },
  })
})

it('a screen has its own words for it, and so may the server [ADM-13]', async () => {
  const message = 'The database isn’t responding.'
  const failure = new ErrorResponse(503, 'Unavailable', { title: 'No', sentence: message })
  expect(await failing(failure, 'Failed to save changes')).toMatchObject({
    data: {
      refused: {
        message: 'Failed to save changes',
        advice: `${message} What you typed is still here.`,
      },
    },
  })
})

it('a write that needs a fresh second factor opens the dialog that asks for it [FRESH-02, FRESH-05]', async () => {
  const failure = new ErrorResponse(403, 'Forbidden', reauthenticationNeeded)
  const answer = await failing(failure, 'Failed to save changes')
  expect(answer).toMatchObject({
    data: { refused: { code: 'fresh_factor_needed', message: expect.stringContaining('confirm') } },
    init: { status: 403 },
  })
  expect(answer).not.toHaveProperty('data.refused.canRetry')
})

it('a form refused before any route keeps what was typed and says why [EDGE-03]', async () => {
  const text = JSON.stringify({ error: { code: 'proxy_not_trusted', message: 'Set TRUST_PROXY.' } })
  expect(await failing(new ErrorResponse(403, 'Forbidden', text))).toMatchObject({
    data: { refused: { advice: 'Set TRUST_PROXY. What you typed is still here.' } },
    init: { status: 403 },
  })
})

it.each([
  ['the guard’s refusal', new ErrorResponse(401, 'Unauthorized', 'You are signed out')],
  ['the way to the sign-in page', redirect('/admin/login')],
])('%s keeps the form and says what to do', async (_, failure) => {
  const answer = await failing(failure)
  expect(answer).toMatchObject({ data: { refused: { code: 'signed_out' } }, init: { status: 401 } })
  expect(JSON.stringify(answer)).toContain('Nothing you typed is lost')
})

it('what a role may not do is not offered again [PEOPLE-07]', async () => {
  const refused = new ErrorResponse(403, 'Forbidden', { title: 'No', sentence: 'Not yours.' })
  expect(await failing(refused)).toMatchObject({ data: { refused: { canRetry: false } } })
})
