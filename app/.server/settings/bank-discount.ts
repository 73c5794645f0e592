import { paymentSettings } from '#app/.server/platform/db/settings-schema.ts'
import { bankDiscountForm } from '#app/contracts/payments/bank-discount.ts'
import { wireBankDays as bankDays } from '#app/domain/payments/wire-rules.ts'
import {
  type BankDiscount,
  formatBankDiscount,
  needsReauthForDiscount,
  noBankDiscount,
} from '#app/domain/pricing/bank-discount.ts'
import { declareShownSetting, storeCurrent } from './setting.ts'

export type BankDiscountTerms = {
  /** What is taken off by bank [BANK-01]. */
  bankDiscount: BankDiscount
  /** How many bank days a wire may take [WIRE-02]. */
  wireBankDays: number
}

const { bankDiscount, wireBankDays } = paymentSettings
const defaults: BankDiscountTerms = { bankDiscount: noBankDiscount, wireBankDays: bankDays.usual }

/** Quotes have it from the next one on, and keep what they had [BANK-01]. */
export const bankDiscountSetting = declareShownSetting<BankDiscountTerms>({
  form: bankDiscountForm,
  defaults,
  async read(orm) {
    return (await orm.select({ bankDiscount, wireBankDays }).from(paymentSettings))[0]
  },
  write: (tx, value, { at }) => storeCurrent(tx, paymentSettings, { ...value, updatedAt: at }),
  entry: (value, before = defaults) => ({
    action: 'settings.bank_discount_updated',
    facts: {
      from: formatBankDiscount(before.bankDiscount),
      to: formatBankDiscount(value.bankDiscount),
      wireDays: { from: before.wireBankDays, to: value.wireBankDays },
    },
  }),
  needsReauth: ({ bankDiscount: given }) => given !== undefined && needsReauthForDiscount(given),
})
