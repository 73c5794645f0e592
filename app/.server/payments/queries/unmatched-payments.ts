import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { paymentNotes } from '#app/.server/platform/db/ledger-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Mode } from '#app/domain/payments/mode.ts'

const paymentsOnAPage = 25

/** `open`: something has to be done about it. */
export type PaymentsFilter = 'open' | 'settled' | 'all'

export type ListedPayment = {
  id: string
  amount: Cents | null
  currency: string | null
  email: string | null
  name: string | null
  isTest: boolean
  receivedAt: Date
  isOpen: boolean
  /** Sold by a payment link of a size. */
  isByLink: boolean
  /** On the cash balance of a Stripe customer without an order: it cannot be moved from here. */
  isWire: boolean
  /** The number of the order it names, which is not here or is of the other mode. */
  namedOrder: string | null
  /** Refunded in all. */
  refunded: Cents
  isDisputed: boolean
  /** The order it was attached to. */
  order: { id: string; number: string } | null
  lastNote: string | null
  /** Who paid, and what the provider said of it, was erased. */
  isErased: boolean
}

/**
 * Payments that came without an order: those nobody attached, and those that somebody did. One that
 * two events report is listed once, by the first. What was refunded comes from the ledger, and the
 * events' where the money was none of its currency.
 */
const listed = (which: SQL) => sql`
  select e.id, e.amount_cents::float8 as amount, e.currency, shown_email(e.email) as email,
    e.shipping_address ->> 'name' as name, not e.livemode as "isTest",
    (extract(epoch from e.received_at) * 1000)::float8 as "receivedAt", e.livemode,
    e.payload #>> '{object,payment_link}' is not null as "isByLink",
    e.type = 'transferred' as "isWire",
    e.payload #>> '{object,metadata,order_number}' as "namedOrder",
    back.cents::float8 as refunded,
    coalesce(since.disputed, false) as "isDisputed",
    e.personal_salt is null as "isErased",
    orders.id as "orderId", orders.number as "orderNumber", note.text as "lastNote",
    e.order_id is null
      and (e.amount_cents is null or back.cents < e.amount_cents)
      and coalesce(settled.at < since.trouble_at, settled.at is null) as "isOpen"
  from payment_events e
  left join orders on orders.id = e.order_id
  left join lateral (
    select max(r.amount_cents) filter (where r.type = 'refunded') as refunded,
      bool_or(r.type in ('dispute open', 'dispute lost')) as disputed,
      max(r.received_at) filter
        (where r.type in ('refund failed', 'dispute open', 'dispute lost')) as trouble_at
    from payment_events r
    where r.reference = e.reference and r.provider = e.provider and r.livemode = e.livemode
  ) since on true
  left join lateral (select e.amount_cents + sum(unattached) as cents from ledger_entries
    where reference = e.reference and provider = e.provider and order_id is null) booked on true
  left join lateral (select coalesce(booked.cents, since.refunded, 0) as cents) back on true
  left join lateral (select max(at) as at from payment_notes
    where event_id = e.id and settles) settled on true
  left join lateral (select text from payment_notes
    where event_id = e.id order by at desc, settles desc, id limit 1) note on true
  where e.type in ('paid', 'transferred') and ${which}
    and not exists (select from payment_events o
      where o.reference = e.reference and o.provider = e.provider and o.type = 'paid'
        and o.id <> e.id and e.order_id is null
        and (o.order_id is not null or (o.received_at, o.id) < (e.received_at, e.id)))`

/** Uses an index with few rows. */
const waiting = sql`e.outcome = 'unknown order'`
const waitingOrResolved = sql`(e.outcome = 'unknown order'
  or e.id in (select event_id from payment_notes where settles))`
const which = (filter: PaymentsFilter) => (filter === 'open' ? waiting : waitingOrResolved)

type Row = Omit<ListedPayment, 'receivedAt' | 'order' | 'amount' | 'refunded'> & {
  amount: number | null
  refunded: number
  receivedAt: number
  orderId: string | null
  orderNumber: string | null
}

/** The list of payments without an order, newest first [UNATTACHED-01]. */
export async function unmatchedPayments(
  app: AppContext,
  { filter, mode, page: asked }: { filter: PaymentsFilter; mode?: Mode | undefined; page: number },
) {
  return withDatabase(app, async ({ orm }) => {
    const [counted] = await rows<{ total: number }>(
      orm,
      sql`select count(*)::int as total from (${listed(which(filter))}) p where ${matching(filter, mode)}`,
    )
    const total = counted?.total ?? 0
    const { page, pages, limit, offset } = paginate(asked, total, paymentsOnAPage)
    const payments = await read(
      orm,
      which(filter),
      sql`where ${matching(filter, mode)} order by "receivedAt" desc, id collate "C"
        limit ${limit} offset ${offset}`,
    )
    return { payments, total, page, pages, open: await countOpen(orm, app.payments?.live ?? false) }
  })
}

/** Those that follow one in the list, for its file. */
export async function unmatchedAfter(
  app: AppContext,
  request: {
    filter: PaymentsFilter
    mode?: Mode | undefined
    after: ListedPayment | null
    limit: number
  },
): Promise<ListedPayment[]> {
  const { filter, mode, after, limit } = request
  const at = after?.receivedAt.getTime()
  const isAfter = after
    ? sql`("receivedAt" < ${at}::float8 or "receivedAt" = ${at}::float8 and id collate "C" > ${after.id})`
    : sql`true`
  return withDatabase(app, ({ orm }) =>
    read(
      orm,
      which(filter),
      sql`where ${matching(filter, mode)} and ${isAfter}
        order by "receivedAt" desc, id collate "C" limit ${limit}`,
    ),
  )
}

export async function unmatchedPaymentById(orm: Orm, id: string): Promise<ListedPayment | null> {
  const [payment] = await read(orm, waitingOrResolved, sql`where id = ${id}`)
  return payment ?? null
}

/** Whether something has to be done about the payment that an event reported. */
export async function isPaymentOpen(orm: Orm, id: string): Promise<boolean> {
  return (await unmatchedPaymentById(orm, id))?.isOpen ?? false
}

/** Without who of the staff wrote them; oldest first. */
export function paymentNotesOf(orm: Orm, eventIds: string[]) {
  const { at, text, eventId } = paymentNotes
  return orm
    .select({ at, text })
    .from(paymentNotes)
    .where(inArray(eventId, eventIds))
    .orderBy(asc(at), asc(paymentNotes.id))
}

/** Null while the database cannot be asked. */
export async function countOpenPayments(app: AppContext): Promise<number | null> {
  const read = await withFallback(app, ({ orm }) => countOpen(orm, app.payments?.live ?? false))
  return read?.value ?? null
}

async function countOpen(orm: Orm, livemode: boolean): Promise<number> {
  const [counted] = await rows<{ open: number }>(
    orm,
    sql`select count(*)::int as open from (${listed(waiting)}) p where "isOpen" and livemode = ${livemode}`,
  )
  return counted?.open ?? 0
}

function matching(filter: PaymentsFilter, mode: Mode | undefined): SQL {
  const shown = { all: sql`true`, open: sql`"isOpen"`, settled: sql`not "isOpen"` }[filter]
  return mode ? sql`${shown} and livemode = ${mode === 'live'}` : shown
}

async function read(orm: Orm, of: SQL, rest: SQL): Promise<ListedPayment[]> {
  const found = await rows<Row>(orm, sql`select * from (${listed(of)}) p ${rest}`)
  return found.map(({ orderId, orderNumber, amount, refunded, receivedAt, ...row }) => ({
    ...row,
    amount: amount === null ? null : cents(amount),
    refunded: cents(refunded),
    receivedAt: new Date(receivedAt),
    order: orderId === null || orderNumber === null ? null : { id: orderId, number: orderNumber },
  }))
}
