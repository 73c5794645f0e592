import { data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import type { GoldPriceAction } from '#app/.server/auth/route-rights.ts'
import { decideHeldPrice } from '#app/.server/gold-price/commands/decide-held-price.ts'
import { refreshGoldPrice } from '#app/.server/gold-price/commands/refresh-gold-price.ts'
import { setGoldPriceByHand } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { currentGoldPrice, storedGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { marketPrice } from '#app/.server/gold-price/queries/market-price.ts'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import {
  commaInPrice,
  perGramToSave,
  type TypedGoldPrice,
  typedAgain,
} from '#app/contracts/gold-price/gold-price-form.ts'
import { stopSellingForm, withdrawalForm } from '#app/contracts/gold-price/withdrawal-form.ts'
import { needsFreshFactor } from '#app/domain/gold-price/acceptance.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

type Form = Partial<Record<string, string>>
/** What goes back to the form that was refused. */
export type TypedForm = TypedGoldPrice & Form
/** Throws where the session has not shown a second factor just now; of small changes some need none. */
type RequireFresh = (extent?: 'small' | 'large') => Promise<void>
type Action = (
  app: AppContext,
  by: string,
  form: Form,
  requireFresh: RequireFresh,
) => Promise<{ done: string; detail?: string | undefined }>

const actions: Record<GoldPriceAction, Action> = {
  /** An unparsable gram value saves the current price; the detail repeats what was saved [D47]. */
  async save(app, by, form, requireFresh) {
    const { gold: current } = await currentGoldPrice(app)
    const perGram = perGramToSave(typedIn(form), current.perGram)
    if (perGram === null) {
      throw failed('Failed to save gold price', 400, commaInPrice(typedIn(form)))
    }
    // A database that is away refuses the save itself, in the documented words.
    const market = await marketPrice(app).catch(() => current.perGram)
    const voidsEarlier = form.voidsEarlier === 'yes'
    await requireFresh(voidsEarlier || needsFreshFactor(market, perGram) ? 'large' : 'small')
    const again = typedAgain(form.again ?? '', perGram)
    const gold = await setGoldPriceByHand(app, { perGram, by, voidsEarlier, typedAgain: again })
    const saved = `Saved: ${formatExactRate(gold.perGram)} per gram, ${formatRate(gold.perOunce)} per ounce`
    return {
      done: 'Gold price updated successfully',
      detail: voidsEarlier ? `${saved}. Earlier quotes are void; ${await closeOrders(app)}` : saved,
    }
  },

  async fetch(app, by) {
    const refresh = await refreshGoldPrice(app, { askedBy: by })
    switch (refresh.outcome) {
      case 'accepted':
        return {
          done: 'New gold price fetched from website and saved to database',
          detail: `${formatRate(refresh.gold.perOunce)} per ounce, from ${refresh.gold.source}`,
        }
      case 'held':
        return {
          done: 'The fetched price is held',
          detail: `It ${refresh.reason}. Accept or reject it.`,
        }
      case 'kept':
        return { done: 'Nothing was changed', detail: `Why: ${refresh.reason}` }
      case 'unstored':
        throw failed('Failed to save gold price to database', 503)
      default:
        throw failed('Failed to fetch new live gold price from website', 502, refresh.reason)
    }
  },

  async reload(app) {
    await storedGoldPrice(app).catch((error: unknown) => {
      app.log.error({ err: error }, 'the gold price could not be read again for staff')
      throw failed('Failed to refresh gold price from database', 503)
    })
    return { done: 'Gold price refreshed from database' }
  },

  async accept(app, by, form) {
    const { perGram } = await decideHeldPrice(app, idIn(form), 'accept', by)
    return {
      done: 'Held price accepted',
      detail: `The shop sells at ${formatRate(perGram)} per gram`,
    }
  },

  async reject(app, by, form) {
    await decideHeldPrice(app, idIn(form), 'reject', by)
    return { done: 'Held price rejected' }
  },

  async withdraw(app, by, form, requireFresh) {
    const parsed = parseForm(withdrawalForm, form)
    await requireFresh()
    const done = await withdrawGoldPrice(app, { ...parsed, by })
    const { prices, toDecide, unpaidOfStaff, isReplaced, stands } = done
    const closed = await closeOrders(app)
    // A price that is fetched now is newer than the one that stands again.
    const { gold } = isReplaced ? await refreshed(app) : { gold: stands }
    const decide = toDecide === 0 ? '' : ` Paid orders to decide about: ${toDecide}.`
    const ofStaff = unpaidOfStaff === 0 ? '' : ` Unpaid orders made by staff: ${unpaidOfStaff}.`
    return {
      done: prices === 1 ? 'The price was withdrawn' : `${prices} prices were withdrawn`,
      detail: `Quotes made at it are void; ${closed}${ofStaff}${decide} The shop has ${formatExactRate(gold.perGram)} per gram.`,
    }
  },

  async stop(app, by, form, requireFresh) {
    const { message } = parseForm(stopSellingForm, form)
    await requireFresh()
    await stopSelling(app, { by, message })
    return {
      done: 'The shop sells nothing',
      detail: `Nothing can be bought; ${await closeOrders(app)}`,
    }
  },

  async resume(app, by, _form, requireFresh) {
    await requireFresh()
    const isResumed = await resumeSelling(app, { by })
    return { done: isResumed ? 'The shop sells again' : 'The shop was selling already' }
  },
}

/** Runs the action of a button on this screen. Never throws: a failure is a sentence [GADM-16]. */
export async function performGoldPriceAction(
  app: AppContext,
  by: string,
  form: Form,
  requireFresh: RequireFresh,
) {
  const intent = form.intent ?? ''
  const typed: TypedForm = { ...form, ...typedIn(form) }
  try {
    return await runCommand(
      app,
      async () => {
        const action = Object.hasOwn(actions, intent)
          ? actions[intent as GoldPriceAction]
          : undefined
        if (!action) throw failed('This button is not known. Please load the page again.', 400)
        return { ...(await action(app, by, form, requireFresh)), intent }
      },
      typed,
    )
  } catch (error) {
    app.log.error({ err: error }, 'the gold price screen failed')
    const message = `Unexpected error: ${innermost(error)}`
    return data(
      { refused: { code: 'unexpected', message, canRetry: true, typed } },
      { status: 500 },
    )
  }
}

/** What became of unpaid orders that are to be closed [QUOTE-08, WITHDRAW-01, STOP-02]. */
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

function typedIn({ perGram = '', perOunce = '' }: Form): TypedGoldPrice {
  return { perGram, perOunce }
}

function idIn({ id = '' }: Form): number {
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw new AppError('held_price_unknown', 404, 'There is no such price.')
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
