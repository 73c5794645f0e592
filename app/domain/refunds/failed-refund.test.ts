import { describe, expect, it } from 'vitest'
import { cameBack, failed, kept, notMade, withoutFailedRefunds } from './failed-refund.ts'

describe('what an order needs review for', () => {
  const reasons = [
    notMade('$1,010.00', 'Stripe says: Too much (1). Nothing was moved.'),
    failed('$10.00 USD', 'pi_1'),
    failed('an unknown sum', 'pi_1'),
    kept('$10.00 USD', 'cus_1'),
    cameBack('$10.00 USD', 'cus_1'),
  ]

  it('is none of the refunds that failed, once they were made again, and all else [REFUND-27]', () => {
    for (const reason of reasons) expect(withoutFailedRefunds(reason)).toBeNull()
    expect(withoutFailedRefunds(reasons.join(' '))).toBeNull()
    const second = 'A second payment of $5.00 USD arrived (pi_2).'
    const mixed = [reasons[0], second, reasons[1], reasons[3]].join(' ')
    expect(withoutFailedRefunds(mixed)).toBe(second)
    expect(withoutFailedRefunds(second)).toBe(second)
  })
})
