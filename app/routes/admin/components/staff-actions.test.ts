import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { testShop } from '#tests/support/shop.ts'
import { actionOf, noFields, staffAction } from './staff-actions.ts'

const done: string[] = []
const ran = (what: string) => async () => {
  done.push(what)
}
const actions = {
  look: staffAction(null, 'never', { form: noFields, run: ran('look'), answer: 'Looked.' }),
  pay: staffAction('orders.decide', 'once valid', {
    form: z.object({ sum: z.coerce.number('Please enter an amount.') }),
    run: ran('pay'),
    answer: (_, { sum }) => `Paid ${sum}.`,
  }),
  end: staffAction(null, 'always', {
    form: noFields,
    run: ran('end'),
    answer: (_, __, { id, by }) => ({ done: 'Ended.', id, by }),
  }),
  forge: staffAction(null, 'never', {
    form: z.looseObject({}),
    run: async (_, { by }) => by,
    answer: (by) => by,
  }),
}

/** What it is answered, or what it throws; and which action ran. */
async function posted(
  form: Record<string, string>,
  { role = 'owner' as Role, isFresh = true } = {},
) {
  const app = testShop({ db: null })
  const context = new RouterContextProvider()
  const factorAt = isFresh ? app.now() : null
  context.set(appContext, app)
  context.set(adminContext, { id: 'ann', email: 'ann@example.com', role })
  context.set(sessionContext, { id: 'session', factorAt })
  const request = new Request('http://shop.example/admin/page', {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  done.length = 0
  const args = { request, context, params: { id: '7' } }
  const answer = await actionOf(actions)(args).catch((thrown) => thrown)
  return { answer, done: [...done] }
}

it('an action says what was done, by the form that was read [FRESH-05]', async () => {
  expect(await posted({ action: 'look' })).toEqual({ answer: { done: 'Looked.' }, done: ['look'] })
  expect((await posted({ action: 'pay', sum: '3' })).answer).toEqual({ done: 'Paid 3.' })
  const ended = { done: 'Ended.', id: '7', by: 'ann@example.com' }
  expect((await posted({ action: 'end' })).answer).toEqual(ended)
})

it('is done by the one who is signed in, whatever the form says [ROLE-02]', async () => {
  const { answer } = await posted({ action: 'forge', by: 'owner@example.com' })
  expect(answer).toEqual({ done: 'ann@example.com' })
})

it('is refused by right, then by its form, then for want of re-authentication [ROLE-02, FRESH-05]', async () => {
  const stale = { isFresh: false }
  const wrong = { action: 'pay', sum: 'much' }
  const codeOf = async (...asked: Parameters<typeof posted>) => {
    const { answer, done } = await posted(...asked)
    expect(done).toEqual([])
    return answer.data.refused?.code ?? answer.data.code
  }
  expect(await codeOf(wrong, { role: 'bench', ...stale })).toBe('not_allowed')
  expect(await codeOf(wrong, stale)).toBe('invalid_request')
  expect(await codeOf({ action: 'pay', sum: '3' }, stale)).toBe('fresh_factor_needed')
  expect((await posted(wrong)).answer).toMatchObject({
    init: { status: 400 },
    data: {
      refused: {
        message: 'Please enter an amount.',
        errors: { sum: 'Please enter an amount.' },
        typed: wrong,
      },
    },
  })
  expect(await codeOf({ action: 'end' }, stale)).toBe('fresh_factor_needed')
})

it('that is not in the table runs nothing, and asks a stale session first [FRESH-05]', async () => {
  for (const action of ['', 'other', 'constructor', '__proto__', 'toString']) {
    const fresh = await posted({ action })
    expect([fresh.done, fresh.answer.data.refused.code]).toEqual([[], 'unknown_form'])
    const stale = await posted({ action }, { isFresh: false })
    expect([stale.done, stale.answer.data.code]).toEqual([[], 'fresh_factor_needed'])
  }
})
