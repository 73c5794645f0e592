import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  canMoveStage,
  customStages,
  nextStage,
  stageAfterPayment,
  stageBefore,
  workStatusProblem,
} from './custom-work.ts'
import { depositOf } from './deposit.ts'

const anyStage = fc.constantFrom(...customStages)

it('goes from the question to the piece stage by stage, and back by one at most [SALE-08]', () => {
  fc.assert(
    fc.property(anyStage, anyStage, (from, to) => {
      const distance = customStages.indexOf(to) - customStages.indexOf(from)
      expect(canMoveStage(from, to)).toBe(distance === 1 || stageBefore(from) === to)
      if (canMoveStage(from, to)) expect(Math.abs(distance)).toBe(1)
    }),
  )
  expect(customStages.map(nextStage)).toEqual([...customStages.slice(1), null])
  // A deposit that was paid is not unpaid by a tap, nor is a parcel that left here again.
  expect(stageBefore('deposit')).toBeNull()
  expect(stageBefore('sent')).toBeNull()
})

it('is at the deposit as soon as that is paid, and no sooner [SALE-08]', () => {
  fc.assert(
    fc.property(anyStage, fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (stage, paid, asked) => {
      const money = { received: cents(paid), deposit: cents(asked) }
      const after = stageAfterPayment(stage, money)
      const waits = stage === 'asked' || stage === 'quoted'
      expect(after).toBe(waits && paid >= asked ? 'deposit' : stage)
      const facts = { ...money, isGoldFixed: true, isSent: false }
      expect(workStatusProblem('deposit', facts) === null).toBe(paid >= asked)
    }),
  )
})

it('asks for no balance before the gold is fixed, and is sent by its parcel alone [SALE-08, SALE-09]', () => {
  const facts = { received: cents(5), deposit: cents(5), isGoldFixed: false, isSent: false }
  expect(workStatusProblem('balance', facts)).toContain('isn’t locked')
  expect(workStatusProblem('balance', { ...facts, isGoldFixed: true })).toBeNull()
  expect(workStatusProblem('sent', facts)).not.toBeNull()
  expect(workStatusProblem('design', facts)).toBeNull()
})

it('reads a deposit in percent or in dollars, never above the total [SALE-08]', () => {
  const total = cents(155_001)
  // 33.33 % of 1550.01 is 516.618…
  expect(depositOf('33.33 %', total)).toBe(51_662)
  expect(depositOf('100%', total)).toBe(155_001)
  expect(depositOf('$1,550.01', total)).toBe(155_001)
  for (const input of ['1550.02', '100.01%', '0', '0%', '', 'half', '-5', '1.234', '1e3']) {
    expect(depositOf(input, total), input).toHaveProperty('refused')
  }
})
