import type { AppContext } from '#app/.server/app-context.ts'
import { decideHeldPrice } from '#app/.server/gold-price/commands/decide-held-price.ts'
import { refreshGoldPrice } from '#app/.server/gold-price/commands/refresh-gold-price.ts'
import { setGoldPriceByHand } from '#app/.server/gold-price/commands/set-gold-price.ts'
import { currentGoldPrice, storedGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { perGramToSave, type TypedGoldPrice, typedAgain } from '#app/contracts/gold-price-form.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'

/** What a button of the tab is answered. `typed` is given back where it was not saved. */
export type Answer = {
  ok: boolean
  status: number
  message: string
  detail?: string
  canRetry?: boolean
  intent: string
  typed?: TypedGoldPrice
  /** The price was not saved because it must be typed twice. */
  asksAgain?: boolean
}
type Act = (
  app: AppContext,
  by: string,
  form: FormData,
) => Promise<Omit<Answer, 'intent' | 'typed'>>

const acts: Record<string, Act> = {
  /** An unparsable gram value saves the current price; the detail repeats what was saved [D47]. */
  async save(app, by, form) {
    const { gold: current } = await currentGoldPrice(app)
    const perGram = perGramToSave(typedIn(form), current.perGram)
    if (perGram === null) return failed('Failed to save gold price', 400)
    const voidsEarlier = form.get('voidsEarlier') === 'yes'
    const again = typedAgain(String(form.get('again') ?? ''), perGram)
    const gold = await setGoldPriceByHand(app, { perGram, by, voidsEarlier, typedAgain: again })
    const saved = `Saved: ${formatExactRate(gold.perGram)} per gram, ${formatExactRate(gold.perOunce)} per ounce`
    return succeeded(
      'Gold price updated successfully',
      voidsEarlier ? `${saved}. ${await closedWords(app)}` : saved,
    )
  },

  async fetch(app, by) {
    const refresh = await refreshGoldPrice(app, { askedBy: by })
    switch (refresh.outcome) {
      case 'accepted':
        return succeeded(
          'New gold price fetched from website and saved to database',
          `${formatRate(refresh.gold.perOunce)} per ounce, from ${refresh.gold.source}`,
        )
      case 'held':
        return succeeded('The fetched price is held', `It ${refresh.reason}. Accept or reject it.`)
      case 'kept':
        return succeeded('Nothing was changed', `Why: ${refresh.reason}`)
      case 'unstored':
        return failed('Failed to save gold price to database', 503)
      default:
        return failed(
          'Failed to fetch new live gold price from website',
          502,
          refresh.reason ?? undefined,
        )
    }
  },

  async reload(app) {
    try {
      await storedGoldPrice(app)
    } catch (error) {
      app.log.error({ err: error }, 'the gold price could not be read again for staff')
      return failed('Failed to refresh gold price from database', 503)
    }
    return succeeded('Gold price refreshed from database')
  },

  async accept(app, by, form) {
    const { perGram } = await decideHeldPrice(app, idIn(form), 'accept', by)
    return succeeded('Held price accepted', `The shop sells at ${formatRate(perGram)} per gram`)
  },

  async reject(app, by, form) {
    await decideHeldPrice(app, idIn(form), 'reject', by)
    return succeeded('Held price rejected')
  },
}

/** Does what a button of the tab asks for. Never throws: a failure is a sentence [GADM-16]. */
export async function act(app: AppContext, by: string, form: FormData): Promise<Answer> {
  const intent = String(form.get('intent'))
  try {
    const run = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!run) throw new AppError('unknown_action', 400, 'This button is not known here.')
    const answer = await run(app, by, form)
    return { ...answer, intent, ...(answer.ok ? {} : { typed: typedIn(form) }) }
  } catch (error) {
    const typed = typedIn(form)
    if (error instanceof AppError) {
      const asksAgain = error.code === 'gold_price_not_typed_twice'
      return { ...failed(error.message, error.status), intent, typed, asksAgain }
    }
    app.log.error({ err: error }, 'the gold price tab failed')
    return { ...failed(`Unexpected error: ${innermost(error)}`, 500), intent, typed }
  }
}

/** What became of the unpaid orders that were placed before a corrected price [QUOTE-08]. */
async function closedWords(app: AppContext): Promise<string> {
  // The price is saved by now: whatever goes wrong here, a job closes the orders later.
  const { cancelled, left } = await closeVoidOrders(app).catch((error: unknown) => {
    app.log.error({ err: error }, 'orders of void quotes were not closed')
    return { cancelled: 0, left: null }
  })
  const closed = `Earlier quotes are void; unpaid orders canceled: ${cancelled}.`
  if (left === 0) return closed
  return `${closed} ${left === null ? 'The rest' : `${left} more`} will be canceled within a minute.`
}

function typedIn(form: FormData): TypedGoldPrice {
  return {
    perGram: String(form.get('perGram') ?? ''),
    perOunce: String(form.get('perOunce') ?? ''),
  }
}

function idIn(form: FormData): number {
  const text = String(form.get('id'))
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('held_price_unknown', 404, 'There is no such price.')
}

/** The first cause tells what happened; what is around it may quote whole statements. */
function innermost(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause instanceof Error ? cause.message : String(cause)
}

const succeeded = (message: string, detail?: string) =>
  ({ ok: true, status: 200, message, ...(detail ? { detail } : {}) }) as const
const failed = (message: string, status: number, detail?: string) =>
  ({
    ok: false,
    status,
    message,
    canRetry: status === 500 || status === 503,
    ...(detail ? { detail } : {}),
  }) as const
