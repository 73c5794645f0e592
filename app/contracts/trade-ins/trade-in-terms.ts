import { z } from 'zod'
import { readState } from '#app/domain/address/us-places.ts'
import {
  type IdentityField,
  type IdentityRules,
  identityFields,
} from '#app/domain/trade-ins/identity.ts'
import { parseRate } from '#app/domain/trade-ins/offer.ts'
import { tradeInKinds } from '#app/domain/trade-ins/trade-in.ts'
import { line, readBy } from '../platform/text.ts'
import { maxInstructions, words } from '../returns/return.ts'

/** Of the form and of the audit log. */
export const tradeInTermsLabels = {
  kinds: 'What you offer',
  exchangeRate: 'Exchange rate (% of the metal value)',
  sellBackRate: 'Sell-back rate (% of the metal value)',
  offerDays: 'Offer valid for (days)',
  creditDays: 'Exchange credit expires after (days)',
  instructions: 'Shipping instructions',
  taxStates: 'States where a trade-in reduces the taxable amount',
  retentionDays: 'Delete a seller’s identity after (days)',
  isReviewed: 'A lawyer and an accountant have reviewed these terms',
}

/** The field of the states that ask for a part of a seller's identity. */
export const identityRuleField = (field: IdentityField) => `identity-${field}`

const rate = readBy(parseRate, 'Please enter a percentage from 1 to 100, like 90 or 92.5.', line)

const days = (least: number, most: number) => {
  const message = `Please enter whole days, from ${least} to ${most}.`
  return line.pipe(
    z
      .string()
      .regex(/^\d{1,4}$/, message)
      .transform(Number)
      .pipe(z.number().min(least, message).max(most, message)),
  )
}

const wrongStates = 'Please enter states by their codes with commas between them, like CA, NY.'

/** `CA, ny` → two codes; null where one is no state. */
function statesOf(text: string): string[] | null {
  const parts = text.split(/[,;\s]+/).filter(Boolean)
  const states = parts.map(readState)
  const known = states.filter((state) => state !== null)
  return known.length === parts.length ? [...new Set(known)].toSorted() : null
}

/** What the shop offers for pieces that come back, by an owner [TRADE-03]. */
export const tradeInTermsForm = z
  .looseObject({
    /** Of a group of checkboxes; the route reads all of them. */
    kinds: z.array(z.enum(tradeInKinds)),
    exchangeRate: rate,
    sellBackRate: rate,
    offerDays: days(1, 60),
    creditDays: days(1, 365),
    instructions: words(
      'Please enter where and how customers should send the piece.',
      maxInstructions,
    ),
    taxStates: line.default(''),
    retentionDays: days(30, 3650),
    isReviewed: z.literal('yes').optional(),
  })
  .transform((form, context) => {
    const issue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (form.sellBackRate > form.exchangeRate) {
      issue('sellBackRate', 'The sell-back rate can’t be higher than the exchange rate.')
    }
    const taxStates = statesOf(form.taxStates)
    if (taxStates === null) issue('taxStates', wrongStates)
    const { kinds, exchangeRate, sellBackRate, offerDays, creditDays } = form
    const { instructions, retentionDays } = form
    return {
      ...{ kinds, exchangeRate, sellBackRate, offerDays, creditDays, instructions, retentionDays },
      taxStates: taxStates ?? [],
      isReviewed: form.isReviewed === 'yes',
      identityRules: identityRulesOf(form, issue),
    }
  })

/** `identity-birthDate=CA, NY`, or `all`; empty: no state asks for it. */
function identityRulesOf(
  form: Record<string, unknown>,
  issue: (field: string, message: string) => void,
): IdentityRules {
  const rules = identityFields.map((field) => {
    const text = String(form[identityRuleField(field)] ?? '').trim()
    if (text.toLowerCase() === 'all') return [field, 'all'] as const
    const states = statesOf(text)
    if (states === null) issue(identityRuleField(field), `${wrongStates} Or enter “all.”`)
    return [field, states ?? []] as const
  })
  return Object.fromEntries(rules.filter(([, states]) => states.length > 0))
}
