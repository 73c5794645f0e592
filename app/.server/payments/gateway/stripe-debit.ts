import { z } from 'zod'

/**
 * Why a bank did not pay a debit, in words that end a sentence for buyer and staff. Any other code says nothing
 * to them and is left out [https://docs.stripe.com/declines/network-codes,
 * https://docs.stripe.com/error-codes].
 */
const words = {
  money: 'there wasn’t enough money in the account',
  closed: 'the account is closed',
  unknown: 'the bank couldn’t find the account',
  authorized: 'the bank says the debit wasn’t authorized',
  restricted: 'the account doesn’t allow bank debits',
  limit: 'the amount is over the limit for bank debits',
  process: 'the bank couldn’t process it',
} as const

const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: words.money,
  account_closed: words.closed,
  bank_account_closed: words.closed,
  no_account: words.unknown,
  account_number_invalid: words.unknown,
  bank_account_invalid_details: words.unknown,
  incorrect_account_details: words.unknown,
  debit_not_authorized: words.authorized,
  account_frozen: words.restricted,
  bank_account_restricted: words.restricted,
  bank_account_unusable: words.restricted,
  payment_method_bank_account_blocked: words.restricted,
  charge_exceeds_source_limit: words.limit,
  charge_exceeds_transaction_limit: words.limit,
  bank_account_declined: words.process,
  bank_cannot_process: words.process,
  could_not_process: words.process,
}

const failed = z.object({
  payment_intent: z.object({
    last_payment_error: z.object({
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
    }),
  }),
})

/** Of a session with its payment expanded; null where it names no reason that is known. */
export function debitFailureOf(json: unknown): string | null {
  const { success, data } = failed.safeParse(json)
  if (!success) return null
  const { code, decline_code } = data.payment_intent.last_payment_error
  return reasons[decline_code ?? ''] ?? reasons[code ?? ''] ?? null
}
