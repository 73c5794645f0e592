import { createHash } from 'node:crypto'
import { eq, inArray, or, sql } from 'drizzle-orm'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import type { LedgerRow } from '#app/.server/ledger/repository.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { accounts, balanceOf, type Entry } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { runJobs } from './in-shop.ts'
import type { Purchase } from './purchase.ts'
import type { Scene } from './scene.ts'
import { storedOf, storyOf } from './story-of-purchase.ts'

/** What must hold of an order after whatever happened; what does not is named. */
export async function checkPurchase(scene: Scene, purchase: Purchase): Promise<void> {
  const { world, stripe, wrong } = scene
  const { orm } = world.shop.db
  const name = purchase.order?.number ?? `payment ${purchase.intents[0]}`
  const before = wrong.length
  const must = (holds: boolean, what: string) => {
    if (!holds) wrong.push(`${name}: ${what}`)
  }
  const isSettled = purchase.waiting.length === 0 && world.stripe.store.undelivered.size === 0
  const held = stripe.heldOf(purchase)
  const { orderId, reference } = ledgerEntries
  const own = await orm
    .select()
    .from(ledgerEntries)
    .where(
      or(
        purchase.order ? eq(orderId, purchase.order.id) : undefined,
        purchase.intents.length > 0 ? inArray(reference, purchase.intents) : undefined,
        sql`false`,
      ),
    )
    .orderBy(ledgerEntries.id)
  const texts = own.map(textOf)
  const same = purchase.entries.every((text) => texts.includes(text))
  must(same, 'an entry of the ledger was changed or is gone')
  purchase.entries = texts
  for (const row of own) {
    const sum = accounts.reduce((all, account) => all + row[account], 0)
    must(sum === 0, `the entry ${row.key} adds up to ${sum}`)
  }
  const booked = own.reduce((sum, { payments }) => sum + payments, 0)
  if (isSettled) must(booked === held, `${booked} cents in the ledger, ${held} at Stripe`)
  if (purchase.order) {
    const { id } = purchase.order
    const entries = own.filter((row) => row.orderId === id).map(entryOf)
    await checkOrder(scene, purchase, { id, entries, isSettled, must })
  }
  if (wrong.length > before) wrong.push(...(await storyOf(scene, purchase, own)))
}

async function checkOrder(
  { world, stripe, wrong }: Scene,
  purchase: Purchase,
  { id, entries, isSettled, must }: OrderCheck,
): Promise<void> {
  const [found] = await world.shop.db.orm
    .select({ order: orders, becamePaid, askedCents: requestedCents })
    .from(orders)
    .where(eq(orders.id, id))
  if (!found) return void wrong.push(`the order ${id} is gone`)
  const { state } = found.order
  const { paid, refunded, returned, disputed, lost, refundable, sold } = balanceOf(entries)
  // A refund that failed may not be told of yet, while Stripe gives the same cents back again.
  const couldKnow = purchase.isRefundedUnawares ? paid + returned : paid
  if (isSettled) must(refunded <= couldKnow, `${refunded} cents are refunded of ${paid}`)
  const figures = { paid, refunded, disputed, lost, refundable, ...sold }
  for (const [what, figure] of Object.entries(figures)) {
    must(figure >= 0, `${what} is ${figure} cents`)
  }
  const asked = found.askedCents
  // A debit may come back after a refund that failed, of which nobody has told the shop.
  const ofAll = isSettled ? couldKnow : paid + returned
  must(asked <= ofAll, `refunds of ${asked} cents were asked for, of ${ofAll}`)
  const sales = entries.filter(({ kind }) => kind === 'sale').length
  must(sales === (wasPaid(state) ? 1 : 0), `${state}, and sold ${sales} times`)
  must(found.becamePaid <= 1, `it became paid ${found.becamePaid} times`)
  const received = stripe.receivedOf(purchase)
  const wasTold = stripe.receivedAsTold(purchase) > 0 || returned > 0
  must(!wasPaid(state) || wasTold, `${state}, and nothing was paid`)
  if (isSettled) must(paid === received - returned || returned > 0, `${paid} of ${received} paid`)
}

type OrderCheck = {
  id: string
  entries: readonly Entry[]
  /** All that Stripe reported of it was delivered. */
  isSettled: boolean
  must: (holds: boolean, what: string) => void
}

const becamePaid = sql<number>`(select count(*)::int from order_history
  where order_id = orders.id and to_state = 'paid' and from_state is distinct from 'paid')`
const requestedCents = sql<number>`(select coalesce(sum(amount_cents), 0)::float8 from refunds
  where order_id = orders.id and origin = 'shop' and state not in ('refused', 'failed'))`

/** Those of them that were changed since they were looked at. */
export async function changedOf(
  { world }: Scene,
  purchases: readonly Purchase[],
): Promise<Purchase[]> {
  const ids = purchases.flatMap(({ order }) => order?.id ?? [])
  const found = await world.shop.db.orm
    .select({
      id: orders.id,
      mark: sql<string>`revision || ' ' || state || ' ' || (select coalesce(max(id), 0)
        from ledger_entries where order_id = orders.id)`,
    })
    .from(orders)
    .where(inArray(orders.id, ids))
  const marks = new Map(found.map(({ id, mark }) => [id, mark]))
  return purchases.filter((purchase) => {
    const mark = marks.get(purchase.order?.id ?? '') ?? ''
    const isChanged = purchase.order === null || mark !== purchase.mark
    purchase.mark = mark
    return isChanged
  })
}

const entryOf = (row: LedgerRow): Entry => ({
  kind: row.kind,
  postings: Object.fromEntries(accounts.map((account) => [account, cents(row[account])])),
})

const textOf = ({ recordedAt: _, ...row }: LedgerRow) => JSON.stringify(row)

/** The whole ledger beside all that is at Stripe; only where all was delivered. */
export async function checkSums({ world, stripe, wrong }: Scene): Promise<void> {
  const columns = accounts.map((account) => `coalesce(sum(${account}), 0)::float8 as ${account}`)
  const [sums] = await rows<Record<(typeof accounts)[number], number>>(
    world.shop.db.orm,
    sql.raw(`select ${columns.join(', ')} from ledger_entries`),
  )
  if (!sums) return
  const all = Object.values(sums).reduce((one, other) => one + other, 0)
  if (all !== 0) wrong.push(`the ledger adds up to ${all}`)
  const held = stripe.heldInAll()
  if (sums.payments !== held) {
    wrong.push(`${sums.payments} cents in the ledger, ${held} at Stripe`)
  }
}

/**
 * What the shop itself finds at night: nothing, where all is as it must be. Its jobs ran before, and
 * were answered: what could not be asked for a moment is no finding.
 */
export async function checkNightly(scene: Scene): Promise<void> {
  const { world, process, wrong } = scene
  const { orm } = world.shop.db
  world.pass(24 * 60)
  scene.plan = null
  world.nextCallFails(null)
  for (let run = 0; run < 3; run += 1) {
    world.pass(10)
    await runJobs(scene)
  }
  await checkRecords(process.app)
  const findings = (await lastCheck(orm))?.findings ?? ['the nightly look did not run']
  for (const finding of findings) {
    wrong.push(`night: ${finding}`)
    const [, number] = /Order (T-FN-[\w-]*\w)/.exec(finding) ?? []
    if (number) wrong.push(...(await storedOf(orm, number)))
  }
}

/** Of all that was booked: the same for the same seed. */
export async function digestOf({ world }: Scene): Promise<string> {
  const all = await world.shop.db.orm.select().from(ledgerEntries).orderBy(ledgerEntries.id)
  return createHash('sha256').update(all.map(textOf).join('\n')).digest('hex').slice(0, 16)
}
