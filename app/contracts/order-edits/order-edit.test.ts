import { expect, it } from 'vitest'
import { orderEditForm } from './order-edit.ts'

it('a line of an order is named in one way, so that none is changed twice [EDIT-01]', () => {
  const posted = (name: string) =>
    orderEditForm.parse({
      revision: '1',
      reason: 'The buyer called.',
      [`edit-${name}-quantity`]: '1',
    })
  expect(['0', '7', '10', '9999'].map((name) => posted(name).lines[0]?.position)).toEqual([
    0, 7, 10, 9999,
  ])
  for (const name of ['00', '07', '1e1', '-1', '10000', '']) expect(posted(name).lines).toEqual([])
})
