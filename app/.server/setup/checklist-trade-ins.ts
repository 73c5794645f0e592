import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import type { OpenItem } from './checklist.ts'

const page = { to: '/admin/dashboard/trade-ins/terms', label: 'Trade-in terms' }

/** What a lawyer reads before the shop buys gold from the public, and an accountant before it reduces a tax. */
const forLawyer = [
  'Purchases from the public: whether you stay within the $50,000 a year of a retailer (31 CFR 1027.100), or need an anti-money-laundering program, and whether the year to count is the last 12 months, as here, or the calendar year.',
  'Secondhand dealer laws: which license, holding period, and identity records your state and city ask for.',
  'Form 8300: cash over $10,000 in related payments, including the rest of an exchange.',
  'Sanctions: sellers are compared with the lists before you pay them.',
  'Retention: how long you keep the identity of a seller.',
]

/** Open while the shop buys gold and no owner has said that the terms were read [TRADE-15, TRADE-16]. */
export function openInTradeIns(
  terms: {
    kinds: readonly TradeInKind[]
    taxStates: readonly string[]
    isReviewed: boolean
  } | null,
): OpenItem[] {
  if (terms === null || terms.isReviewed || !terms.kinds.some((kind) => kind !== 'recast'))
    return []
  const lawyer = forLawyer.map((what): OpenItem => {
    return { topic: 'texts', sentence: `For a lawyer: ${what}`, page }
  })
  if (terms.taxStates.length === 0) return lawyer
  const sentence = `Ask an accountant: in ${terms.taxStates.join(', ')}, a trade-in reduces the taxable amount.`
  return [...lawyer, { topic: 'tax', sentence, page }]
}
