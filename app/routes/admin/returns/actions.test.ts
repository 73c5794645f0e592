import { expect, it } from 'vitest'
import { may } from '#app/domain/access/rights.ts'
import { returnActions } from './actions.ts'

it('a return is received and weighed at the bench, and decided by others [RETURN-06]', () => {
  const ofBench = Object.entries(returnActions)
    .filter(([, { right }]) => right && may('bench', right))
    .map(([action]) => action)
  expect(ofBench.sort()).toEqual(['return-receive', 'return-weigh'])
  expect(may('manager', 'returns.terms')).toBe(false)
  expect(may('owner', 'returns.terms')).toBe(true)
})
