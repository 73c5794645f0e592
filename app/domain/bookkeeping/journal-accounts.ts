/**
 * Accounts of the monthly journal entries, with the names and codes they have until an owner enters those of the
 * accountant. QuickBooks finds an account by its name, Xero by its code. None is a bank account, a receivable, or a
 * payable: Xero takes no manual journal for those.
 */
export const journalAccounts = {
  bank: { name: 'Bank Clearing', code: '1010' },
  undeposited: { name: 'Undeposited Funds', code: '1020' },
  stripe: { name: 'Stripe Clearing', code: '1100' },
  inTransit: { name: 'Stripe in Transit', code: '1110' },
  disputed: { name: 'Disputed Payments', code: '1120' },
  gold: { name: 'Inventory – Gold', code: '1300' },
  salesTax: { name: 'Sales Tax Payable', code: '2100' },
  deposits: { name: 'Customer Deposits', code: '2200' },
  unmatched: { name: 'Unmatched Payments', code: '2210' },
  tradeInCredits: { name: 'Trade-in Credits', code: '2300' },
  goldPurchases: { name: 'Gold Purchases Clearing', code: '2400' },
  opening: { name: 'Opening Balance Equity', code: '3900' },
  sales: { name: 'Sales – Jewelry', code: '4000' },
  shipping: { name: 'Shipping Income', code: '4100' },
  discounts: { name: 'Discounts', code: '4800' },
  refunds: { name: 'Refunds', code: '4900' },
  costOfGoods: { name: 'Cost of Goods Sold', code: '5000' },
  goldLosses: { name: 'Gold Losses', code: '5100' },
  tradeInGains: { name: 'Trade-in Gains', code: '5200' },
  fees: { name: 'Stripe Fees', code: '6100' },
  disputeLosses: { name: 'Dispute Losses', code: '6110' },
} as const satisfies Record<string, { name: string; code: string }>

export type JournalAccount = keyof typeof journalAccounts

/** As the screen lists them. */
export const accountsInOrder = Object.keys(journalAccounts) as JournalAccount[]

export type AccountNames = Record<JournalAccount, string>

export type AccountTerms = {
  names: AccountNames
  codes: AccountNames
  /** What Xero calls a tax rate of nothing: the entries hold the tax themselves. */
  taxRate: string
}

const each = (part: 'name' | 'code') =>
  Object.fromEntries(
    accountsInOrder.map((account) => [account, journalAccounts[account][part]]),
  ) as AccountNames

export const builtInAccounts: AccountTerms = {
  names: each('name'),
  codes: each('code'),
  taxRate: 'Tax Exempt (0%)',
}
