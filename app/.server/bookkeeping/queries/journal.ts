import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { stripeBalanceReads } from '#app/.server/platform/db/bookkeeping-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { journalAccountsSetting } from '#app/.server/settings/journal-accounts.ts'
import { monthTimes, type TaxQuestion } from '#app/.server/tax/queries/tax-report.ts'
import {
  type AccountTotal,
  type JournalEntry,
  journalOf,
  totalsOf,
} from '#app/domain/bookkeeping/journal.ts'
import type { AccountTerms } from '#app/domain/bookkeeping/journal-accounts.ts'
import { isOpen, type ListedPayout, looseEndsOf } from '#app/domain/bookkeeping/loose-ends.ts'
import { plusDays } from '#app/domain/time/day.ts'
import { goldFacts } from '../gold-facts.ts'
import { bankTaxFacts, ledgerFacts, stripeFacts, takenOver, tradeInFacts } from '../month-facts.ts'
import { tieOut } from '../tie-out.ts'

export type MonthJournal = TaxQuestion & {
  entries: JournalEntry[]
  totals: AccountTotal[]
  terms: AccountTerms
  payouts: (ListedPayout & { tiesOut: boolean })[]
  looseEnds: string[]
  /** Sentences about what the shop does not have at all. */
  missing: string[]
}

/** A month for the accountant, by the shop's clock; no work beyond the month [JOURNAL-01]. */
export function monthJournal(app: AppContext, question: TaxQuestion): Promise<MonthJournal> {
  return withDatabase(app, async ({ orm }) => {
    const times = monthTimes(question)
    const taken = await takenOver(orm, times)
    const gold = await goldFacts(orm, times, question.month)
    const entries = journalOf([
      ...(await ledgerFacts(orm, times)),
      ...(await stripeFacts(orm, times)),
      ...(await tradeInFacts(orm, times, taken)),
      ...(await bankTaxFacts(orm, times, lastDayOf(question.month))),
      ...gold.facts,
    ])
    const compared = await tieOut(orm, times)
    return {
      ...question,
      entries,
      totals: totalsOf(entries),
      terms: await journalAccountsSetting.stored(orm),
      payouts: compared.payouts.map((payout) => ({ ...payout, tiesOut: !isOpen(payout) })),
      looseEnds: looseEndsOf({
        ...compared,
        goldWithoutCost: gold.withoutCost,
        notInMetal: taken
          .filter(({ isInMetal }) => !isInMetal)
          .map(({ number }) => `Trade-in ${number}`),
      }),
      missing: [
        ...(await missingOfStripe(app, orm, question)),
        ...(gold.hasBegun
          ? []
          : ['The metal ledger hasn’t been started, so gold isn’t in these entries.']),
      ],
    }
  })
}

/** The first of the next month is within 31 days of the 28th and a few days after any last day. */
function lastDayOf(month: string): string {
  const next = plusDays(`${month}-28`, 4).slice(0, 7)
  return plusDays(`${next}-01`, -1)
}

/** What of the month was not read from Stripe, and why. */
async function missingOfStripe(
  app: AppContext,
  orm: Orm,
  question: TaxQuestion,
): Promise<string[]> {
  const { livemode } = question
  const [read] = await orm
    .select()
    .from(stripeBalanceReads)
    .where(eq(stripeBalanceReads.livemode, livemode))
  if (!read) {
    const isAsked = app.payments?.provider === 'stripe' && app.payments.live === livemode
    return [
      isAsked
        ? 'Stripe’s balance hasn’t been read yet. The shop reads it once a day.'
        : 'Stripe’s balance isn’t read for these sales, so they can’t be compared with it.',
    ]
  }
  const problems = {
    'not allowed':
      'This shop’s Stripe key isn’t allowed to read your balance and payouts (docs/payments.md).',
    unavailable: 'The last attempt to read Stripe’s balance failed. The shop keeps trying.',
  }
  const { end } = monthTimes(question)
  const [found] = await rows<{ isWhole: boolean }>(
    orm,
    sql`select ${read.readUntil} >= ${end} as "isWhole"`,
  )
  return [
    ...(read.problem === null ? [] : [problems[read.problem]]),
    ...(found?.isWhole
      ? []
      : ['Stripe’s balance hasn’t been read to the end of this month yet. It’s read once a day.']),
  ]
}
