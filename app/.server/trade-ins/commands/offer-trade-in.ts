import type { AppContext } from '#app/.server/app-context.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { isExpired, offerAmount, rateOf } from '#app/domain/trade-ins/offer.ts'
import { brand } from '#brand'
import {
  assertStep,
  changeOwnTradeIn,
  changeTradeIn,
  customerRefused,
  type LockedTradeIn,
  movedOn,
  type StaffTradeIn,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { goldForOffer, productionCostOf, ratesOf } from '../prices.ts'

const dayMs = 86_400_000

/**
 * An offer for the piece as it was weighed and assayed, at the gold price of now [TRADE-02, TRADE-10]. A newer offer
 * replaces the one before. Answers its sum.
 */
export async function offerTradeIn(
  app: AppContext,
  { amount: typed, ...request }: StaffTradeIn & StaffTradeInInput<'offer'>,
): Promise<void> {
  const { gold } = await goldForOffer(app)
  const isSame = ({ offerCents }: TradeInRow) => typed === undefined || offerCents === typed
  await changeTradeIn(
    app,
    { ...request, to: 'offered', isSame },
    async ({ tx, row, at, by, save }) => {
      assertStep(row, 'offered')
      const { weighedMg, fineness, isOurs, kind } = row
      if (weighedMg === null || fineness === null) throw tradeInRefused('Please weigh it first.')
      if (isOurs === false) {
        throw tradeInRefused('We don’t take pieces of other makers. Cancel it and send it back.')
      }
      const terms = await tradeInTermsSetting.stored(tx)
      const rates = ratesOf(terms)
      const productionCost = await productionCostOf(tx, row)
      const piece = { weight: weighedMg, fineness, productionCost }
      const amount = offerAmount(kind, piece, gold.perGram, rates) ?? typed ?? null
      if (amount === null || amount <= 0) {
        throw tradeInRefused(
          amount === null
            ? 'No production cost is saved for this size. Save one, or enter what the recast costs.'
            : 'This piece is too light to make an offer for.',
          'amount',
        )
      }
      await save({
        to: 'offered',
        columns: {
          offer: row.offer + 1,
          offeredAt: at,
          offeredBy: by,
          offerCents: amount,
          offerPerGram: rateToDecimal(gold.perGram),
          offerRate: rateOf(kind, rates),
          offerUntil: new Date(at.getTime() + terms.offerDays * dayMs),
        },
        why: `Offered: ${formatCents(cents(amount))}.`,
        email: 'trade-in-offered-owner',
      })
    },
  )
}

type Answer = { offer: number; answer: 'yes' | 'no' }

/** The owner says yes or no to the offer that their page showed [TRADE-10]. */
export function answerOffer(
  app: AppContext,
  { token, ...answer }: Answer & { token: string },
): Promise<void> {
  return changeOwnTradeIn(app, token, (locked) => settle(locked, answer))
}

/** Staff note what the owner said by phone or at the counter. */
export async function answerForOwner(
  app: AppContext,
  { offer, answer, ...request }: StaffTradeIn & Answer,
): Promise<void> {
  const to = answer === 'yes' ? 'agreed' : 'returning'
  await changeTradeIn(app, { ...request, to }, (locked) => settle(locked, { offer, answer }))
}

async function settle(locked: LockedTradeIn, { offer, answer }: Answer): Promise<void> {
  const { tx, row, at, actor, save } = locked
  const name = row.kind === 'recast' ? 'quote' : 'offer'
  const refused = actor === 'owner' ? customerRefused : tradeInRefused
  const to = answer === 'yes' ? 'agreed' : 'returning'
  const wasAnswered = row.agreedAt !== null || row.state === 'returning'
  if (wasAnswered && row.state === to && row.offer === offer) return
  // The table also allows done → agreed, for a refunded credit. An answer never makes that transition.
  if (row.state !== 'offered') throw movedOn(row, actor)
  if (row.offer !== offer) {
    throw refused('The offer has changed since this page was opened. Please read the new one.')
  }
  if (answer === 'no') {
    await save({
      to,
      columns: { closedWhy: `You declined our ${name}.` },
      why: 'The customer declined the offer.',
      email: ['trade-in-returning-owner', 'trade-in-answered-staff'],
    })
    return
  }
  if (isExpired(row, at)) {
    const until = row.offerUntil && formatDateTime(row.offerUntil, brand.timeZone)
    const next = actor === 'owner' ? 'Email us for a new one.' : 'Make a new one.'
    throw refused(`This ${name} expired on ${until}. ${next}`)
  }
  const { creditDays } = await tradeInTermsSetting.stored(tx)
  await save({
    to,
    columns: {
      agreedAt: at,
      ...(row.kind === 'exchange' && { creditUntil: creditEnd(at, creditDays) }),
    },
    why: `The customer accepted the offer of ${formatCents(cents(row.offerCents ?? 0))}.`,
    email: ['trade-in-agreed-owner', 'trade-in-answered-staff'],
  })
}

export const creditEnd = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)
