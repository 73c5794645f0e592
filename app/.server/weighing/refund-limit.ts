import { may, type Role } from '#app/domain/access/rights.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { freshFactorAbove } from '#app/domain/refunds/plan-refund.ts'
import type { WeighingRules } from '#app/domain/weighing/weight.ts'

/**
 * What a weight may refund without approval: for the workshop, the limit set by an owner; for others, the
 * limit of any refund without re-authentication [WEIGH-14, REFUND-07].
 */
export const refundLimitOf = (role: Role, { workshopLimit }: WeighingRules): Cents =>
  may(role, 'orders.decide') ? freshFactorAbove : workshopLimit
