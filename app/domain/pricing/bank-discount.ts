import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseExact } from '../money/decimal.ts'

/** `card`: at once. `debit`: from a bank account, by ACH. `wire`: the buyer's bank sends it. */
const waysToPay = ['card', 'debit', 'wire'] as const
export type PayBy = (typeof waysToPay)[number]

export function isPayBy(text: unknown): text is PayBy {
  return (waysToPay as readonly unknown[]).includes(text)
}

/** What is taken off where a bank sends the money, in hundredths of a percent; 0: no bank price. */
export type BankDiscount = number & { readonly unit: 'hundredths of a percent' }

/** Why it was taken off, beside it: by bank, or as staff sell for cash or a check at that price. */
export const discountReason = 'paid without a card'

export const noBankDiscount = 0 as BankDiscount
/** 10 percent. */
const maxBankDiscount = 1000
/** Above 5 percent somebody may have entered it wrong, or means harm. */
const freshAbove = 500

export const needsReauthForDiscount = (discount: BankDiscount) => discount > freshAbove

/** `2.5` → 250. Null for anything but 0 to 10 with at most two decimals: nothing is rounded away. */
export function parseBankDiscount(text: string): BankDiscount | null {
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text.trim())) return null
  const value = Number(parseExact(text, 2))
  return value <= maxBankDiscount ? (value as BankDiscount) : null
}

/** 250 → `2.50`. */
export const formatBankDiscount = (discount: BankDiscount) => formatScaled(discount, 2)

/**
 * The one place that takes the bank discount off [BANK-02]: of a line's total, rounded half up to a
 * cent, once.
 */
export function discountOfLine(lineTotal: Cents, discount: BankDiscount): Cents {
  return cents(Number(divideHalfUp(BigInt(lineTotal) * BigInt(discount), 10_000n)))
}
