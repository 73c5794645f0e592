import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router'
import { expect, it } from 'vitest'
import { stayingHere } from './save-answer.ts'

const failing = (failure: unknown) => stayingHere(() => Promise.reject(failure))

it('an answer passes as it is', async () => {
  const answer = { saved: { id: '5', skipped: [], mocked: false } }
  expect(await stayingHere(async () => answer)).toBe(answer)
})

it.each([
  ['a lost connection', new TypeError('Failed to fetch')],
  ['a fault of the server', new ErrorResponse(500, 'Internal Server Error', null)],
  ['anything else', 'no error at all'],
])('%s is an unexpected error [ADM-10, FORM-16]', async (_, failure) => {
  expect(await failing(failure)).toMatchObject({
    data: { refused: { code: 'unexpected', message: 'An unexpected error occurred' } },
    init: { status: 500 },
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
