import { cents, centsToDecimal } from '../money/cents.ts'
import { csv } from '../text/csv.ts'
import type { Day } from '../time/day.ts'
import type { JournalEntry } from './journal.ts'
import type { AccountTerms } from './journal-accounts.ts'

/** `03/11/2026`, which QuickBooks asks for in the United States. */
const usDate = (day: Day) => ({ plain: `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}` })

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** `11 Mar 2026`: Xero reads it alike in every region. */
const namedDate = (day: Day) => ({
  plain: `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
})

/** For Settings, Import data, Journal entries. Accounts are found by their names [JOURNAL-06]. */
export function quickBooksCsv(entries: readonly JournalEntry[], { names }: AccountTerms): string {
  return csv([
    ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description'],
    ...entries.flatMap(({ number, day, what, lines }) =>
      lines.map(({ account, amount }) => [
        { plain: number },
        usDate(day),
        names[account],
        amount > 0 ? centsToDecimal(amount) : '',
        amount < 0 ? centsToDecimal(cents(0 - amount)) : '',
        what,
      ]),
    ),
  ])
}

/** For Manual journals, Import: lines of one narration and date are a journal; credits are below zero. */
export function xeroCsv(
  entries: readonly JournalEntry[],
  { names, codes, taxRate }: AccountTerms,
): string {
  return csv([
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    ...entries.flatMap(({ number, day, what, lines }) =>
      lines.map(({ account, amount }) => [
        `${what} (${number})`,
        namedDate(day),
        names[account],
        { plain: codes[account] },
        taxRate,
        centsToDecimal(amount),
      ]),
    ),
  ])
}
