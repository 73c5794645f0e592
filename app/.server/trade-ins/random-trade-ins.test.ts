import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { accounts } from '#app/domain/ledger/ledger.ts'
import { type Fineness, fineGold } from '#app/domain/pricing/trade-in-value.ts'
import { isTradeInOpen, type TradeInKind, tradeInKinds } from '#app/domain/trade-ins/trade-in.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder, paysByLink, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import {
  asForm,
  credits,
  offersAll,
  ownedPiece,
  paysOut,
  refundsAll,
  requestOf,
  seller,
  shipsRecast,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import type { TradeInRow } from './change-trade-in.ts'
import { cancelTradeIn } from './commands/cancel-trade-in.ts'
import * as moves from './commands/move-trade-in.ts'
import { answerForOwner, answerOffer, offerTradeIn } from './commands/offer-trade-in.ts'
import { cancelOwnTradeIn, notifyTradeInSent } from './commands/owner-trade-in.ts'
import { noteIdentity, payOut } from './commands/pay-out.ts'
import { billRecast, finishRecast, startRecast } from './commands/recast.ts'
import { requestTradeIn } from './commands/request-trade-in.ts'
import { extendCredit, useCredit as payWithCredit } from './commands/use-credit.ts'
import { moneyOf, wasBought } from './money.ts'

type Case = {
  app: AppContext
  row: TradeInRow
  token: string
  /** Any number: how heavy, how much, which of several. */
  by: number
}
type Press = () => Promise<unknown>

/** A form as a page shows it now; pressed at once, twice, or long after. Null where there is nothing to press. */
const steps = {
  accept: async ({ app, token }: Case) =>
    press(moves.acceptTradeIn, app, await asForm(app, token, 'accept', { instructions: 'To us.' })),
  decline: async ({ app, token }) =>
    press(moves.declineTradeIn, app, await asForm(app, token, 'decline', { reason: 'No.' })),
  receive: async ({ app, token }) =>
    press(moves.receiveTradeIn, app, await asForm(app, token, 'receive')),
  weigh: async ({ app, token, by }) => {
    const grams = (10 + (by % 1000) / 100).toFixed(2)
    const fineness = by % 3 === 0 ? '916' : '999.9'
    const scale = { grams, fineness, maker: 'ours', note: 'Weighed twice.' }
    return press(moves.weighTradeIn, app, await asForm(app, token, 'weigh', scale))
  },
  offer: async ({ app, token, row }) => {
    const amount = row.kind === 'recast' ? { amount: '125.00' } : {}
    return press(offerTradeIn, app, await asForm(app, token, 'offer', amount))
  },
  yes: async ({ app, token, row }) =>
    press(answerOffer, app, { token, offer: row.offer, answer: 'yes' } as const),
  no: async ({ app, token, row }) =>
    press(answerOffer, app, { token, offer: row.offer, answer: 'no' } as const),
  answer: async ({ app, token, row, by }) => {
    const answer = { offer: String(row.offer), answer: by % 4 === 0 ? 'no' : 'yes' }
    return press(answerForOwner, app, await asForm(app, token, 'answer', answer))
  },
  sends: async ({ app, token }) => press(notifyTradeInSent, app, { token, parcel: null }),
  keeps: async ({ app, token }) => press(cancelOwnTradeIn, app, { token }),
  identity: async ({ app, token }) =>
    press(noteIdentity, app, await asForm(app, token, 'identity', seller)),
  bill: async ({ app, token }) =>
    press(billRecast, app, await asForm(app, token, 'bill', { key: tradeInKey() })),
  start: async ({ app, token }) => press(startRecast, app, await asForm(app, token, 'start')),
  finish: async ({ app, token }) => press(finishRecast, app, await asForm(app, token, 'finish')),
  /** The link of a recast is paid. */
  pays: async ({ app, row }) => {
    if (row.kind !== 'recast' || row.orderId === null) return null
    const { order } = await storedOrder(app, row.orderId)
    if (order.state !== 'pending' || !(await saleOf(app, order)).link) return null
    return async () => {
      // Pressed again, it is paid already.
      if ((await saleOf(app, order)).link) await paysByLink(app, await tokenOf(app, order))
    }
  },
  ships: async ({ app, row }) => {
    if (row.kind !== 'recast' || row.orderId === null) return null
    const { order } = await storedOrder(app, row.orderId)
    return order.state === 'paid' ? () => shipsRecast(app, order) : null
  },
  /** The order costs more than the credit, or less. */
  credit: async ({ app, token, by }) => {
    const order = await madeOrder(app, { 'line-0-fee': String((by % 20) * 100 + 1) })
    return press(payWithCredit, app, await credits(app, token, order))
  },
  extend: async ({ app, token }) =>
    press(extendCredit, app, await asForm(app, token, 'extend-credit')),
  payout: async ({ app, token }) => press(payOut, app, await paysOut(app, token)),
  refund: async ({ app, by }) => {
    const paid = (await app.db.orm.select().from(orders).where(eq(orders.origin, 'staff'))).filter(
      ({ state }) => state === 'paid' || state === 'cancelled',
    )
    const order = paid[by % Math.max(1, paid.length)]
    return order ? () => refundsAll(app, order) : null
  },
  cancelOrder: async ({ app, by }) => {
    const open = (await app.db.orm.select().from(orders).where(eq(orders.origin, 'staff'))).filter(
      ({ state }) => state === 'pending',
    )
    const order = open[by % Math.max(1, open.length)]
    if (!order) return null
    const request = { ...(await seenByStaff(app, order)), reason: 'A test.' }
    return () => staffCancelOrder(app, request)
  },
  cancel: async ({ app, token }) =>
    press(cancelTradeIn, app, await asForm(app, token, 'cancel', { reason: 'No.' })),
  lost: async ({ app, token }) =>
    press(moves.loseTradeIn, app, await asForm(app, token, 'lost', { reason: 'Lost.' })),
  sendBack: async ({ app, token }) => {
    const parcel = { carrier: 'other', tracking: 'By hand', sanctions: 'yes' }
    return press(moves.sendBackTradeIn, app, await asForm(app, token, 'send-back', parcel))
  },
} satisfies Record<string, (of: Case) => Promise<Press | null>>

type Name = keyof typeof steps

const press = <Request>(
  command: (app: AppContext, request: Request) => Promise<unknown>,
  app: AppContext,
  request: Request,
): Promise<Press> => Promise.resolve(() => command(app, request))

/** What usually comes next, so that histories get to their end. */
const usual: Partial<Record<TradeInRow['state'], readonly Name[]>> = {
  requested: ['accept'],
  accepted: ['weigh'],
  sent: ['weigh'],
  received: ['weigh'],
  weighed: ['offer'],
  offered: ['yes', 'answer'],
  returning: ['sendBack'],
  done: ['refund'],
}
const agreed: Record<TradeInKind, readonly Name[]> = {
  recast: ['bill', 'pays', 'start', 'ships'],
  exchange: ['credit', 'credit', 'payout'],
  'sell-back': ['identity', 'payout'],
}

function nextOf({ state, kind }: TradeInRow, by: number): Name {
  const all =
    state === 'agreed'
      ? agreed[kind]
      : state === 'working'
        ? (['ships', 'finish'] as const)
        : (usual[state] ?? (['cancel'] as const))
  return all[by % all.length] ?? 'cancel'
}

/** What is refused is refused in a sentence, and nothing else fails. */
async function pressed(work: Press): Promise<void> {
  let failed: unknown = null
  await work().catch((error: unknown) => {
    failed = error
  })
  if (failed === null) return
  const { status, message } = await refusal(Promise.reject(failed))
  expect(status, message).toBeLessThan(500)
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

type Before = { stock: number; pieces: number }

async function balances(app: AppContext, before: Before): Promise<void> {
  const { orm } = app.db
  const entries = await orm.select().from(ledgerEntries)
  for (const entry of entries) expect(sum(accounts.map((account) => entry[account]))).toBe(0)
  let [stock, pieces] = [before.stock, before.pieces]
  for (const row of await orm.select().from(tradeIns)) {
    const { offer, credited, settled, open } = await moneyOf(orm, row)
    const isBought = await wasBought(orm, row.id)
    if (row.kind !== 'recast') expect(credited + settled + open).toBe(offer)
    expect(row.closedAt !== null).toBe(!isTradeInOpen(row.state))
    if (row.state === 'done' && row.kind !== 'recast') expect([open, isBought]).toEqual([0, true])
    const bought = await orm
      .select()
      .from(metalEntries)
      .where(eq(metalEntries.key, `trade-in:${row.id}`))
    const fine = fineGold(row.weighedMg ?? 0, (row.fineness ?? 0) as Fineness)
    expect(bought.map(({ stock: mg, paidCents }) => [mg, paidCents])).toEqual(
      isBought ? [[fine, offer]] : [],
    )
    if (isBought) stock += fine
    const [order] =
      row.kind === 'recast' && row.orderId !== null
        ? await orm.select().from(orders).where(eq(orders.id, row.orderId))
        : []
    // What was sent came in before, whatever was pressed first.
    const isSent = order?.state === 'fulfilled'
    const isHere =
      row.kind === 'recast' && !isSent && (row.state === 'working' || row.state === 'done')
    if (isHere) pieces += row.weighedMg ?? 0
    if (isSent) expect(['agreed', 'working', 'done']).toContain(row.state)
    if (row.certificateId === null) continue
    const [piece] = await orm
      .select()
      .from(certificates)
      .where(eq(certificates.id, row.certificateId))
    // Its next certificate is issued with the parcel.
    const recast = row.kind === 'recast' && isSent
    expect(piece?.state).toBe(isBought ? 'returned' : recast ? 'recast' : 'valid')
  }
  expect(await seen(app)).toMatchObject({ stock, pieces })
}

const anyStep = fc.record({
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constant('next' as const) },
    { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(steps) as Name[])) },
    { weight: 2, arbitrary: fc.constant('old' as const) },
  ),
  which: fc.nat(1),
  by: fc.nat(10_000),
  isTwice: fc.boolean(),
})

onBothDatabases('trade-ins in any order of steps', (open) => {
  it('balance to the milligram and the cent, pressed twice, from a stale page, and canceled at any point [TRADE-04, TRADE-20]', async () => {
    const histories = fc.tuple(
      fc.constantFrom(...tradeInKinds),
      fc.constantFrom(...tradeInKinds),
      fc.array(anyStep, { minLength: 25, maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(histories, async ([one, other, history]) => {
        const { shop: app, pass } = await sellingShop(await open())
        await begun(app)
        await offersAll(app)
        const tokens: string[] = []
        for (const kind of [one, other]) {
          const { certificate, code } = await ownedPiece(app)
          const certificateId = certificate.id
          tokens.push(
            (await requestTradeIn(app, { ...requestOf(kind, code), certificateId })).token,
          )
        }
        const before = await seen(app)
        const old: { name: Name; work: Press }[] = []
        const finished = async () => {
          const rows = await app.db.orm.select().from(tradeIns).where(eq(tradeIns.state, 'done'))
          return rows.map(({ id }) => id)
        }
        for (const { what, which, by, isTwice } of history) {
          pass(1)
          const token = tokens[which] ?? ''
          const { row } = await tradeInBy(app, token)
          const wanted = what === 'next' ? nextOf(row, by) : what
          const again = wanted === 'old' ? old[by % Math.max(1, old.length)] : undefined
          const name = wanted === 'old' ? again?.name : wanted
          if (!name) continue
          const work = again?.work ?? (await steps[name]({ app, row, token, by }))
          if (!work) continue
          old.push({ name, work })
          const done = await finished()
          await pressed(work)
          if (isTwice) await pressed(work)
          await balances(app, before)
          // Only a refund opens a finished case again.
          if (name !== 'refund') expect(await finished()).toEqual(expect.arrayContaining(done))
        }
      }),
      // Smaller histories of the same failure would take minutes.
      { numRuns: draws(3), endOnFailure: true },
    )
  })
})
