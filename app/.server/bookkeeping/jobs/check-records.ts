import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { NewAlert } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateFindings } from '#app/.server/certificates/queries/certificate-findings.ts'
import { dayFindings, unsignedFindings } from '#app/.server/gold-price/check-proof.ts'
import { signGoldPriceDays } from '#app/.server/gold-price/jobs/sign-days.ts'
import { recordChecks } from '#app/.server/platform/db/ledger-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { signingKeys } from '#app/.server/platform/db/signing-schema.ts'
import { lastCheck } from '../last-check.ts'
import { chainFindings } from '../queries/chain-findings.ts'
import { orderFindings } from '../queries/order-findings.ts'
import { sessionFindings } from '../queries/session-findings.ts'

/** UTC; an hour after the backup, while all of the United States sleeps. */
const nightlyHour = 9
const keptDays = 400

/** Each night, in one process: looks whether the records agree, and keeps what was found [BOOKS-01]. */
export async function checkRecords(app: AppContext): Promise<unknown> {
  if (app.db.engine === 'none' || !(await isDue(app))) return 'not due'
  const ran = await app.db.withLease('check records', async () => {
    // Another process may have looked while this one asked.
    if (await isDue(app)) await lookThrough(app)
    return 'done'
  })
  return ran ?? 'busy'
}

async function isDue(app: AppContext): Promise<boolean> {
  const due = new Date(app.now())
  due.setUTCHours(nightlyHour, 0, 0, 0)
  if (due > app.now()) due.setUTCDate(due.getUTCDate() - 1)
  const last = await lastCheck(app.db.orm)
  return last === null || last.startedAt < due
}

async function lookThrough(app: AppContext): Promise<void> {
  const { orm } = app.db
  const startedAt = app.now()
  const before = await lastCheck(orm)
  await signWhatIsDue(app)
  const { chains, found } = await app.db.unhurried(async (slow) => {
    const looked = await chainFindings(slow, before?.heads ?? {})
    const ofDays = [...(await dayFindings(slow)), ...(await unsignedFindings(slow, startedAt))]
    const ofPieces = await certificateFindings(slow, startedAt)
    return {
      chains: looked,
      found: [...looked.findings, ...ofDays, ...ofPieces, ...(await orderFindings(slow))],
    }
  })
  const sessions = await sessionFindings(app)
  const findings = [...found, ...sessions.findings]
  if (findings.length > 0) app.log.error({ findings }, 'the books do not agree')
  const count = await orm.$count(orders)
  await orm.transaction(async (tx) => {
    await tx.insert(recordChecks).values({
      startedAt,
      finishedAt: app.now(),
      orders: count,
      findings,
      providerAsked: sessions.asked,
      heads: chains.heads,
    })
    if (findings.length > 0) await raiseAlert(tx, disagreement(startedAt, findings))
  })
  await orm
    .delete(recordChecks)
    .where(lt(recordChecks.startedAt, new Date(startedAt.getTime() - keptDays * 86_400_000)))
}

/**
 * After a shop was off for days, its days of gold prices wait only for the next run of their job.
 */
async function signWhatIsDue(app: AppContext): Promise<void> {
  if ((await app.db.orm.$count(signingKeys)) === 0) return
  await signGoldPriceDays(app).catch((error: unknown) => {
    app.log.warn({ err: error }, 'days of gold prices were not signed')
  })
}

/** Told once, and again when something else is found. */
function disagreement(at: Date, findings: string[]): NewAlert {
  const occasion = createHash('sha256').update(findings.join('\n')).digest('hex')
  return { at, kind: 'books-disagree', facts: { found: findings.join(' ') }, occasion }
}
