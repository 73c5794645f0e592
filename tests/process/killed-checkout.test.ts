import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Database, rows } from '#app/.server/db/database.ts'
import { openEmbedded } from '#app/.server/db/embedded.ts'
import { openPostgres } from '#app/.server/db/postgres.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { addressOf, freePort, type Program, run, serveCommand } from '#tests/support/process.ts'
import {
  openStripeServer,
  type StripeEvent,
  type StripeServer,
} from '#tests/support/stripe-server.ts'

/**
 * The built shop in a process of its own, killed while webhooks are coming in, and started again:
 * what it acknowledged is paid before anything is told again, and after the rest was told again
 * every paid session is one paid order. (The thousand of them: thousand-checkouts.test.ts.)
 */
const checkouts = 40
const silent = pino({ level: 'silent' })

let stripe: StripeServer | undefined
let program: Program | undefined
const folders: string[] = []
afterEach(async () => {
  await program?.stop('SIGKILL')
  await stripe?.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function killedAmidst(settings: Record<string, string>, open: () => Promise<Database>) {
  stripe = await openStripeServer()
  const environment = { ...settings, ...stripe.settings(), PORT: String(await freePort()) }
  program = run(serveCommand, environment)
  const address = await addressOf(program)
  expect(program.output()).toMatch(/payments\s+Stripe, test mode/)

  const events: StripeEvent[] = []
  for (let index = 0; index < checkouts; index += 1) {
    const session = await goesToPay(address, index)
    if (index % 4) events.push(stripe.pay(session))
  }
  const acknowledged = new Set<StripeEvent>()
  const tellAll = async (all: StripeEvent[]) => {
    for (const event of all) if (await tell(address, event)) acknowledged.add(event)
  }
  const third = Math.ceil(events.length / 3)
  await tellAll(events.slice(0, third))
  // In the middle of these it is killed; which of them it acknowledges is nobody's to say.
  const amidst = events.slice(third, 2 * third).map((event) => tellAll([event]))
  await Promise.race(amidst)
  await program.stop('SIGKILL')
  await Promise.all(amidst)
  expect(acknowledged.size).toBeGreaterThanOrEqual(third)

  program = run(serveCommand, environment)
  await addressOf(program)
  for (const event of acknowledged) {
    const page = await fetch(String(event.data.object.success_url))
    expect(await page.text()).toContain('Thank you')
  }
  await tellAll([...events].reverse())
  await tellAll(events)
  expect(acknowledged.size).toBe(events.length)
  await program.stop()

  const db = await open()
  try {
    const books = await rows<{ session: string; cents: number; steps: number }>(
      db.orm,
      sql`select payment_session as session, total_cents as cents,
            (select count(*) from order_history where order_id = orders.id and to_state = 'paid') as steps
          from orders where state = 'paid' order by payment_session`,
    )
    const paid = events
      .map(({ data: { object } }) => ({ session: object.id, cents: object.amount_total, steps: 1 }))
      .sort((a, b) => (String(a.session) < String(b.session) ? -1 : 1))
    expect(books).toEqual(paid)
    const [all] = await rows(db.orm, sql`select count(*) as n from orders`)
    expect(all?.n).toBe(checkouts)
  } finally {
    await db.close()
  }
}

/** From cart to payment page; answers the session. */
async function goesToPay(address: string, index: number): Promise<string> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const line = { productId: String(5 + (index % 8)), size: 'Small', quantity: 1 + (index % 2) }
  const { quote, total } = await ask('/api/quote', { lines: [line] })
  const { url } = await ask('/api/create-checkout-session', { amount: Number(total), quote })
  return url.slice(url.lastIndexOf('/') + 1)
}

/** True once the shop says that it has it; a killed shop says nothing. */
async function tell(address: string, event: StripeEvent): Promise<boolean> {
  const { body, header } = stripe?.signed(event) ?? { body: '', header: '' }
  const headers = { 'content-type': 'application/json', 'stripe-signature': header }
  return fetch(`${address}/api/stripe/webhook`, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  )
}

describe('killed while payments come in, and started again', { timeout: 180_000 }, () => {
  it('has what it acknowledged, and every payment once, embedded [ORDER-05, OPS-04]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'four-nines-killed-'))
    folders.push(folder)
    await killedAmidst({ DATA_DIR: folder }, () => openEmbedded(folder, silent))
  })

  it.skipIf(inject('postgresUrl') === null)(
    'has what it acknowledged, and every payment once, PostgreSQL [ORDER-05, OPS-04]',
    async () => {
      const url = await seededPostgresUrl()
      const folder = mkdtempSync(join(tmpdir(), 'four-nines-killed-'))
      folders.push(folder)
      const settings = {
        DATA_DIR: folder,
        DATABASE_URL: url,
        SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      }
      await killedAmidst(settings, () => openPostgres(url, silent))
    },
  )
})
