import { data } from 'react-router'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { decideReviewedPrice } from '#app/.server/gold-price/commands/decide-reviewed-price.ts'
import { refreshGoldPrice } from '#app/.server/gold-price/commands/refresh-gold-price.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import {
  currentGoldPrice,
  marketPrice,
  storedGoldPrice,
} from '#app/.server/gold-price/queries/gold-price.ts'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import {
  commaInPrice,
  confirmedInput,
  type GoldPriceInput,
  perGramToSave,
} from '#app/contracts/gold-price/gold-price-form.ts'
import { stopSellingForm, withdrawalForm } from '#app/contracts/gold-price/withdrawal-form.ts'
import { needsReauthentication } from '#app/domain/gold-price/acceptance.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { runCommand } from '../components/run-command.ts'
import {
  type Done,
  noFields,
  type Requested,
  requestedAction,
  staffAction,
} from '../components/staff-actions.ts'

/** What is returned to the form that was refused. */
export type SubmittedForm = GoldPriceInput & Partial<Record<string, string>>

const text = z.string().default('')
const priceForm = z.object({ perGram: text, perOunce: text, again: text, voidsEarlier: text })
const ofReviewedPrice = z.object({ id: text })

export const goldPriceActions = {
  /** An unparsable gram value saves the current price; the detail repeats what was saved [D47]. */
  save: staffAction(null, 'checked', {
    // Over 5% from the market, where earlier quotes are void, and the eleventh smaller one [FRESH-03].
    form: priceForm,
    async run(app, { by, ...typed }, { requireFresh }) {
      const { gold: current } = await currentGoldPrice(app)
      const perGram = perGramToSave(typed, current.perGram)
      if (perGram === null) throw failed('Failed to save gold price', 400, commaInPrice(typed))
      // A database that is away refuses the save itself, in the documented words.
      const market = await marketPrice(app).catch(() => current.perGram)
      const voidsEarlier = typed.voidsEarlier === 'yes'
      await requireFresh(voidsEarlier || needsReauthentication(market, perGram) ? 'large' : 'small')
      const again = confirmedInput(typed.again, perGram)
      const gold = await setManualGoldPrice(app, { perGram, by, voidsEarlier, typedAgain: again })
      const saved = `Saved: ${formatExactRate(gold.perGram)} per gram, ${formatRate(gold.perOunce)} per troy ounce`
      return voidsEarlier ? `${saved}. Earlier quotes are void; ${await closeOrders(app)}` : saved
    },
    answer: (detail) => ({ done: 'Gold price updated successfully', detail, isSaved: true }),
  }),

  fetch: staffAction(null, 'never', {
    // The price is a source's, and a source that moves too far is held.
    form: noFields,
    run: (app, { by: askedBy }) => refreshGoldPrice(app, { askedBy }),
    answer(refresh): Done {
      switch (refresh.outcome) {
        case 'accepted':
          return {
            done: 'New gold price fetched from website and saved to database',
            detail: `${formatRate(refresh.gold.perOunce)} per troy ounce, from ${refresh.gold.source}`,
          }
        case 'held':
          return {
            done: 'The fetched price is on hold',
            detail: `It ${refresh.reason}. Accept or reject it.`,
          }
        case 'kept':
          return { done: 'Nothing was changed', detail: `Reason: ${refresh.reason}` }
        case 'unstored':
          throw failed('Failed to save gold price to database', 503)
        default:
          throw failed('Failed to fetch new live gold price from website', 502, refresh.reason)
      }
    },
  }),

  reload: staffAction(null, 'never', {
    form: noFields,
    run: (app) =>
      storedGoldPrice(app).catch((error: unknown) => {
        app.log.error({ err: error }, 'the gold price could not be read again for staff')
        throw failed('Failed to refresh gold price from database', 503)
      }),
    answer: 'Gold price refreshed from database',
  }),

  accept: staffAction(null, 'always', {
    form: ofReviewedPrice,
    run: (app, { id, by }) => decideReviewedPrice(app, reviewedPriceId(id), 'accept', by),
    answer: ({ perGram }): Done => ({
      done: 'Held price accepted',
      detail: `The shop is selling at ${formatRate(perGram)} per gram`,
    }),
  }),

  reject: staffAction(null, 'never', {
    form: ofReviewedPrice,
    run: (app, { id, by }) => decideReviewedPrice(app, reviewedPriceId(id), 'reject', by),
    answer: 'Held price rejected',
  }),

  withdraw: staffAction(null, 'once valid', {
    form: withdrawalForm,
    async run(app, input) {
      const done = await withdrawGoldPrice(app, input)
      const closed = await closeOrders(app)
      // A price that is fetched now is newer than the one that stands again.
      const { gold } = done.isReplaced ? await refreshed(app) : { gold: done.stands }
      return { ...done, closed, gold }
    },
    answer({ prices, toDecide, unpaidOfStaff, closed, gold }): Done {
      const decide = toDecide === 0 ? '' : ` Paid orders to decide about: ${toDecide}.`
      const ofStaff =
        unpaidOfStaff === 0 ? '' : ` Unpaid orders created by staff: ${unpaidOfStaff}.`
      return {
        done: prices === 1 ? 'The price was withdrawn' : `${prices} prices were withdrawn`,
        detail: `Quotes at that price are void; ${closed}${ofStaff}${decide} The price is now ${formatExactRate(gold.perGram)} per gram.`,
      }
    },
  }),

  stop: staffAction(null, 'once valid', {
    form: stopSellingForm,
    async run(app, { by, message }) {
      await stopSelling(app, { by, message })
      return closeOrders(app)
    },
    answer: (closed): Done => ({
      done: 'Selling is stopped',
      detail: `Nothing can be bought; ${closed}`,
    }),
  }),

  resume: staffAction(null, 'once valid', {
    form: noFields,
    run: resumeSelling,
    answer: (isResumed) =>
      isResumed ? 'The shop is selling again' : 'The shop was already selling',
  }),
}

/** Runs the action of a button on this page. Never throws a failure: it is a message [GADM-16]. */
export async function performGoldPriceAction(args: Pick<Requested, 'request' | 'context'>) {
  const { typed: texts, requested, perform } = await requestedAction(goldPriceActions, args)
  const { perGram = '', perOunce = '' } = texts
  const input: SubmittedForm = { ...texts, perGram, perOunce }
  const { app } = requested
  try {
    return await runCommand(app, perform, input)
  } catch (error) {
    app.log.error({ err: error }, 'the gold price screen failed')
    const message = `Unexpected error: ${innermost(error)}`
    return data(
      { refused: { code: 'unexpected', message, canRetry: true, typed: input } },
      { status: 500 },
    )
  }
}

/** What became of unpaid orders that must be closed [QUOTE-08, WITHDRAW-01, STOP-02]. */
async function closeOrders(app: AppContext): Promise<string> {
  // All else is stored by now: whatever goes wrong here, a job closes the orders later.
  const { cancelled, left } = await closeVoidOrders(app).catch((error: unknown) => {
    app.log.error({ err: error }, 'orders of void quotes were not closed')
    return { cancelled: 0, left: null }
  })
  const closed = `unpaid orders canceled: ${cancelled}.`
  if (left === 0) return closed
  return `${closed} ${left === null ? 'The rest' : `${left} more`} will be canceled within a minute.`
}

/** The feeds are asked at once; whatever they answer, the shop has a price. */
async function refreshed(app: AppContext) {
  await refreshGoldPrice(app)
  return currentGoldPrice(app, { mustBeFresh: true })
}

function reviewedPriceId(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw new AppError('held_price_unknown', 404, 'This price doesn’t exist.')
}

function failed(message: string, status: number, advice?: string | null): AppError {
  return new AppError('not_done', status, message, { details: advice ? { advice } : {} })
}

/** The first cause says what happened; what is around it may quote whole statements. */
function innermost(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? cause.message : String(cause)
}
