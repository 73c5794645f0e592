import { desc } from 'drizzle-orm'
import { tradeInTermVersions } from '#app/.server/platform/db/trade-in-schema.ts'
import { tradeInTermsForm } from '#app/contracts/trade-ins/trade-in-terms.ts'
import { addressLine } from '#app/domain/content/brand-facts.ts'
import type { BasisPoints } from '#app/domain/pricing/trade-in-value.ts'
import { type IdentityRules, identityRetentionDays } from '#app/domain/trade-ins/identity.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import { brand } from '#brand'
import { changedFields, declareShownSetting } from './setting.ts'

export type TradeInTerms = {
  /** What the shop offers for a piece that comes back. */
  kinds: TradeInKind[]
  /** Shares of the metal value. */
  exchangeRate: BasisPoints
  sellBackRate: BasisPoints
  /** How long an offer holds, and the credit of an exchange. */
  offerDays: number
  creditDays: number
  /** Where to send the piece, and how; emailed when a trade-in is accepted. */
  instructions: string
  /** States in which a trade-in reduces the taxable amount of the new piece. */
  taxStates: string[]
  identityRules: IdentityRules
  /** When the identity of a seller is deleted, counted from the end of the case. */
  retentionDays: number
  /** A lawyer and an accountant read these terms, as an owner says. */
  isReviewed: boolean
}

/** A recast is promised by the guarantee; the shop buys no gold before an owner says so. */
const defaults: TradeInTerms = {
  kinds: ['recast'],
  exchangeRate: 9500 as BasisPoints,
  sellBackRate: 9000 as BasisPoints,
  offerDays: 7,
  creditDays: 90,
  get instructions() {
    return `Please pack it well, include a note with the trade-in number, insure the package, and send it to: ${brand.name}, ${addressLine(brand.address)}.`
  },
  taxStates: [],
  identityRules: { name: 'all', address: 'all', birthDate: 'all', idType: 'all', idNumber: 'all' },
  retentionDays: identityRetentionDays,
  isReviewed: false,
}

/** What the shop offers for pieces that come back [TRADE-03]. Offers that were made keep their rate. */
export const tradeInTermsSetting = declareShownSetting<TradeInTerms>({
  form: tradeInTermsForm,
  defaults,
  async read(orm) {
    const [row] = await orm
      .select()
      .from(tradeInTermVersions)
      .orderBy(desc(tradeInTermVersions.id))
      .limit(1)
    if (!row) return undefined
    const { id: _id, at: _at, by: _by, ...terms } = row
    return terms
  },
  write: (tx, terms, saved) => tx.insert(tradeInTermVersions).values({ ...terms, ...saved }),
  entry(terms, before = defaults) {
    const facts = ({ identityRules, ...rest }: TradeInTerms) => ({
      ...rest,
      identityRules: Object.entries(identityRules).map(([field, states]) => `${field}: ${states}`),
    })
    return {
      action: 'settings.trade_in_terms_updated',
      facts: { ...facts(terms), changes: changedFields(facts(before), facts(terms)) },
    }
  },
})
