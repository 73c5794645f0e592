import { eq, or } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateEvents } from '#app/.server/platform/db/certificate-schema.ts'
import {
  offlinePayments,
  paymentRequestLinks,
} from '#app/.server/platform/db/draft-order-schema.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { metalEntries } from '#app/.server/platform/db/metal-schema.ts'
import { emailOutbox, orderHistory, orders } from '#app/.server/platform/db/schema.ts'
import { tradeInHistory, tradeInPayouts } from '#app/.server/platform/db/trade-in-schema.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { killedAtEachStatement } from '#tests/support/killed.ts'
import { begun } from '#tests/support/metal.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
import {
  agreedTradeIn,
  asForm,
  credits,
  noted,
  offersAll,
  paysOut,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { payOut } from './commands/pay-out.ts'
import { billRecast } from './commands/recast.ts'
import { useCredit } from './commands/use-credit.ts'
import { moneyOf } from './money.ts'

/** All that a command does to a trade-in and its order: money, grams, emails, certificate, history. */
async function done(app: AppContext, token: string) {
  const { orm } = app.db
  const { row } = await tradeInBy(app, token)
  const { id, certificateId, state, revision } = row
  const order = row.orderId ?? ''
  const emails = await orm
    .select({ kind: emailOutbox.kind })
    .from(emailOutbox)
    .where(or(eq(emailOutbox.tradeInId, id), eq(emailOutbox.orderId, order)))
  const ledger = await orm.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order))
  const metal = await orm
    .select({ stock: metalEntries.stock, paid: metalEntries.paidCents })
    .from(metalEntries)
    .where(eq(metalEntries.key, `trade-in:${id}`))
  return {
    ...{ state, revision, metal },
    money: await moneyOf(orm, row),
    emails: emails.map(({ kind }) => kind).sort(),
    ledger: ledger.map(({ kind, payments, receivable }) => [kind, payments, receivable]),
    orders: await orm.$count(orders),
    orderSteps: await orm.$count(orderHistory, eq(orderHistory.orderId, order)),
    links: await orm.$count(paymentRequestLinks, eq(paymentRequestLinks.orderId, order)),
    payments: await orm.$count(offlinePayments, eq(offlinePayments.tradeInId, id)),
    payouts: await orm.$count(tradeInPayouts, eq(tradeInPayouts.tradeInId, id)),
    steps: await orm.$count(tradeInHistory, eq(tradeInHistory.tradeInId, id)),
    certificate: await orm.$count(
      certificateEvents,
      eq(certificateEvents.certificateId, certificateId ?? ''),
    ),
  }
}

type Agreed = Awaited<ReturnType<typeof agreedTradeIn>>

/** A form submitted once; each process continues where the last one died. */
const commands = {
  'the bill of a recast': {
    agreed: (app: AppContext) => agreedTradeIn(app, 'recast', { amount: '125.00' }),
    form: async (app: AppContext, { token }: Agreed) => {
      const form = await asForm(app, token, 'bill', { key: tradeInKey() })
      return () => billRecast(app, form)
    },
  },
  'a payout': {
    agreed: async (app: AppContext) => {
      const agreed = await agreedTradeIn(app, 'sell-back')
      await noted(app, agreed.token)
      return agreed
    },
    form: async (app: AppContext, { token }: Agreed) => {
      const form = await paysOut(app, token)
      return () => payOut(app, form)
    },
  },
  'a credit': {
    agreed: (app: AppContext) => agreedTradeIn(app, 'exchange'),
    form: async (app: AppContext, { token }: Agreed) => {
      const form = await credits(app, token, await madeOrder(app))
      return () => useCredit(app, form)
    },
  },
} as const

onPostgres('a process that is killed', (open) => {
  it.each(Object.entries(commands))(
    'at any wait of %s, and one that repeats it, do it once: money, grams, emails, certificate [TRADE-04, TRADE-20]',
    async (_, { agreed, form }) => {
      const { shop } = await sellingShop(await open())
      await begun(shop)
      await offersAll(shop)
      const undisturbed = await agreed(shop)
      const before = (await done(shop, undisturbed.token)).orders
      await (await form(shop, undisturbed))()
      const { orders: ofOne, ...expected } = await done(shop, undisturbed.token)
      const made = ofOne - before

      const piece = await agreed(shop)
      const { orders: known } = await done(shop, piece.token)
      const work = await form(shop, piece)
      const stored = () => done(shop, piece.token)
      expect(await killedAtEachStatement(shop, work, stored)).toBeGreaterThan(20)
      await work()
      const { orders: ofTwo, ...after } = await stored()
      expect(after).toEqual(expected)
      expect(ofTwo - known).toBe(made)
    },
  )
})
