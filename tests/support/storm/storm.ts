import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { fillDataFolder } from '#tests/support/once-per-run.ts'
import { type PostgresServer, postgresServer } from '#tests/support/postgres-server.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { checkOrders } from './check-orders.ts'
import { befalls, keepsCommits } from './faults.ts'
import type { Observed } from './observed.ts'
import { lookedAt, planOf, type Step, type StormOptions } from './plan.ts'
import { openProcesses, type ShopProcesses } from './processes.ts'
import {
  type Acknowledged,
  deliver,
  goesToPay,
  paysAtStripe,
  type Quoted,
  quotes,
} from './shoppers.ts'
import { smallDisk } from './small-disk.ts'
import { firstStart, staffOf } from './staff.ts'

/** Steps that are on their way at once. */
const atOnce = 8
/** How long a lost webhook may go unnoticed: the job asks each minute. */
const settleMs = 120_000

export type StormReport = {
  steps: number
  seconds: { all: number; settling: number }
  kills: number
  unanswered: number
  /** How often which refusal was met, e.g. `503 /api/quote`. */
  refusals: Record<string, number>
  orders: Record<string, number>
  /** What must not be; none is the aim. */
  violations: string[]
}

/** Shops that sell while they, their database and Stripe fail, and their orders afterwards. */
export async function storm(options: StormOptions): Promise<StormReport> {
  const began = Date.now()
  const cleanups: (() => Promise<void> | void)[] = []
  try {
    const { settings, server, databaseUrl, folder, disk } = await databaseFor(options, cleanups)
    const stripe = await openStripeServer(() => shops?.now() ?? new Date())
    cleanups.push(() => stripe.close())
    const all = {
      ...settings,
      ...stripe.settings(),
      SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      PUBLIC_URL: 'http://localhost:3000',
      // Shoppers and Stripe come from addresses of their own, each below its limit.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    }
    let shops: ShopProcesses | null = null
    const cookie = await firstStart(all, '130.00')
    shops = openProcesses(options.engine === 'embedded' ? 1 : 2, all)
    cleanups.push(() => shops?.close())

    const steps = planOf(options)
    const observed = await weather(steps, { shops, stripe, server, disk, cookie })
    await shops.stop()
    const settling = since(observed.calmFrom)
    const db = databaseUrl
      ? await openPostgres(databaseUrl, pino({ level: 'silent' }))
      : await openEmbedded(folder, pino({ level: 'silent' }))
    cleanups.push(() => db.close())
    const checked = await checkOrders(db.orm, stripe, observed)
    return {
      steps: steps.length,
      seconds: { all: since(began), settling },
      kills: shops.counts.kills,
      unanswered: shops.counts.unanswered,
      refusals: Object.fromEntries([...shops.counts.refusals].sort()),
      orders: checked.states,
      violations: [...shops.violations, ...observed.failures, ...checked.violations],
    }
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

const since = (time: number) => Math.round((Date.now() - time) / 1000)

async function databaseFor(
  { engine, faults }: StormOptions,
  cleanups: (() => Promise<void> | void)[],
) {
  const small = faults ? smallDisk() : null
  if (small) cleanups.push(small.remove)
  const disk = small?.folder ?? null
  const folder = mkdtempSync(join(disk ?? tmpdir(), 'four-nines-storm-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  if (engine === 'embedded') {
    await fillDataFolder(folder)
    return { settings: { DATA_DIR: folder }, server: null, databaseUrl: null, folder, disk }
  }
  const server = await postgresServer(disk ?? tmpdir())
  cleanups.push(() => server.close())
  const databaseUrl = await server.createDatabase('shop')
  await keepsCommits(server)
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder }
  return { settings, server, databaseUrl, folder, disk }
}

type Scene = {
  shops: ShopProcesses
  stripe: StripeServer
  server: PostgresServer | null
  disk: string | null
  cookie: string
}

/** Does all steps, several at once, and afterwards lets the shops settle. */
async function weather(
  steps: readonly Step[],
  { shops, stripe, server, disk, cookie }: Scene,
): Promise<Observed> {
  const staff = staffOf(shops, cookie)
  const observed: Observed = {
    posted: new Map(),
    acknowledged: new Map(),
    events: new Map(),
    fates: new Map(),
    prices: [{ perGram: '130.00', correction: false, from: 0, until: 0 }],
    looks: [],
    piece: { grams: 0, fee: '0', quantity: 1 },
    failures: [],
    calmFrom: 0,
  }
  const quoted = new Map<number, Deferred<Quoted | null>>()
  const carts = new Map<number, Deferred<Acknowledged | null>>()
  const events = new Map<number, Deferred<StripeEvent[]>>()
  for (const step of steps) {
    if (step.do !== 'checkout') continue
    quoted.set(step.index, deferred())
    carts.set(step.index, deferred())
    events.set(step.index, deferred())
  }
  const pricing = oneAtATime()
  const failing = oneAtATime()
  const lineOf = new Map(
    steps.flatMap((step) => (step.do === 'quote' ? [[step.index, step] as const] : [])),
  )

  const asksPrice = (index: number) => {
    const { productId = '', size = '', quantity = 1 } = lineOf.get(index) ?? {}
    return quotes(shops, index, { productId, size, quantity })
  }

  const checkOut = async (index: number, quoted: Quoted, replaces?: string) => {
    const placed = await goesToPay(shops, { index, quoted, replaces }, (agreed) =>
      observed.posted.set(agreed.quoteId, agreed),
    )
    if (placed) observed.acknowledged.set(placed.session, placed)
    return placed
  }

  const setPrice = (perGram: string, correction: boolean) =>
    pricing(async () => {
      const price = { perGram, correction, from: Date.now(), until: Number.POSITIVE_INFINITY }
      observed.prices.push(price)
      await staff.setsPrice(perGram, correction)
      price.until = Date.now()
    })

  const [piece] = JSON.parse((await quotes(shops, 0, lookedAt)).text).lines
  observed.piece = piece

  const latest = new Map<number, Acknowledged>()
  const act = async (step: Step): Promise<void> => {
    switch (step.do) {
      case 'quote':
        return quoted.get(step.index)?.resolve(await asksPrice(step.index))
      case 'checkout': {
        const quote = await quoted.get(step.index)?.promise
        const placed = quote ? await checkOut(step.index, quote) : null
        if (placed) latest.set(step.index, placed)
        return carts.get(step.index)?.resolve(placed)
      }
      case 'checkout again': {
        const first = await carts.get(step.index)?.promise
        const placed =
          first && (await checkOut(step.index, await asksPrice(step.index), first.quoteId))
        if (placed) latest.set(step.index, placed)
        return
      }
      case 'pay': {
        await carts.get(step.index)?.promise
        const placed = latest.get(step.index)
        const sent = placed ? await pays(placed, step.fate) : []
        return events.get(step.index)?.resolve(sent)
      }
      case 'webhook': {
        const event = (await events.get(step.index)?.promise)?.[step.event]
        if (!event) return
        const { status, text } = await deliver(shops, stripe, event)
        if (status !== 200) throw new Error(`a webhook was answered ${status} ${text}`)
        observed.events.set(event.id, event)
        return
      }
      case 'price':
        return setPrice(step.perGram, step.correction)
      case 'look': {
        const askedAt = Date.now()
        const { status, text } = await shops.get(step.path)
        if (status !== 200) throw new Error(`${step.path}: ${status}`)
        observed.looks.push({ path: step.path, text, askedAt, answeredAt: Date.now() })
        return
      }
      case 'incident':
        return failing(() => befalls(step.incident, { shops, stripe, server, disk }))
    }
  }

  const pays = async (
    { session }: Acknowledged,
    fate: Parameters<typeof paysAtStripe>[2] | 'canceled by staff',
  ) => {
    if (fate === 'canceled by staff') {
      await staff.cancels(String(stripe.store.sessions.get(session)?.client_reference_id))
      return []
    }
    const events = paysAtStripe(stripe, session, fate)
    if (events) observed.fates.set(session, fate)
    return events ?? []
  }

  const waiting = steps.values()
  const worker = async () => {
    for (const step of waiting) {
      await act(step).catch((error: unknown) => {
        observed.failures.push(`${JSON.stringify(step)}: ${error}`)
        if (step.do === 'quote') quoted.get(step.index)?.resolve(null)
        if (step.do === 'checkout') carts.get(step.index)?.resolve(null)
        if (step.do === 'pay') events.get(step.index)?.resolve([])
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))

  observed.calmFrom = Date.now()
  stripe.behave(null)
  await server?.start()
  await shops.restart(4)
  for (const [session, fate] of observed.fates) {
    if (fate === 'webhook lost') await isFoundPaid(shops, stripe, session, observed.failures)
  }
  // The last correction: every page that nobody paid is closed now.
  await setPrice('130.00', true)
  return observed
}

/** The buyer, back from the payment page, looks at the order until it is paid. */
async function isFoundPaid(
  shops: ShopProcesses,
  stripe: StripeServer,
  session: string,
  failures: string[],
): Promise<void> {
  const { pathname } = new URL(String(stripe.store.sessions.get(session)?.success_url))
  for (const until = Date.now() + settleMs; Date.now() < until; ) {
    const { text } = await shops.get(pathname)
    if (text.includes('What happens next')) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  failures.push(`the payment of ${session}, whose webhook was lost, was not found`)
}

type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

function deferred<T>(): Deferred<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { promise, resolve }
}

function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T> | T): Promise<T> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}
