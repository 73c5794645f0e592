import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from './app-context.ts'
import { sendPasswordLinks } from './auth/jobs/send-password-links.ts'
import { deleteOldCopies } from './backup/jobs/delete-old-copies.ts'
import { alertMissingBackups, nightlyBackup } from './backup/jobs/nightly-backup.ts'
import { checkRecords } from './bookkeeping/jobs/check-records.ts'
import { readStripeBalance } from './bookkeeping/jobs/read-stripe-balance.ts'
import { sendCartReminders } from './cart-reminders/jobs/send-cart-reminders.ts'
import { showAndHide } from './catalog/jobs/show-and-hide.ts'
import { currentCatalog } from './catalog/queries/cached-catalog.ts'
import { issueMissing } from './certificates/jobs/issue-missing.ts'
import { sendFoundOrders } from './customers/jobs/send-found-orders.ts'
import { sendEmail } from './emails/jobs/send-emails.ts'
import { cancelUnansweredDelays } from './fulfillment/jobs/cancel-unanswered-delays.ts'
import { resolveLabels } from './fulfillment/jobs/resolve-labels.ts'
import { refreshGoldPrice } from './gold-price/commands/refresh-gold-price.ts'
import { signGoldPriceDays } from './gold-price/jobs/sign-days.ts'
import { syncMediaFiles } from './media/jobs/sync-media-files.ts'
import { watchMetal } from './metal/jobs/watch-metal.ts'
import { endUnpaidEdits } from './order-edits/jobs/end-unpaid-edits.ts'
import { closeVoidOrders } from './payments/commands/close-void-orders.ts'
import { expireOrders } from './payments/commands/expire-orders.ts'
import { fetchMissingBuyers } from './payments/jobs/fetch-missing-buyers.ts'
import { fetchLostEvents, reconcilePayments } from './payments/jobs/reconcile-payments.ts'
import { remindOfForm8300 } from './payments/jobs/remind-of-form-8300.ts'
import { remindOfWires } from './payments/jobs/remind-of-wires.ts'
import { fetchLineTaxes } from './payments/jobs/store-line-taxes.ts'
import { leaseMs } from './platform/db/lease.ts'
import { aheadOfPages } from './platform/db/pool/pool-priority.ts'
import { vacuumChanged } from './platform/db/vacuum.ts'
import { hasDatabase } from './platform/db/with-database.ts'
import { DatabaseUnavailable } from './platform/errors.ts'
import { sendPriceAlerts } from './price-alerts/jobs/send-price-alerts.ts'
import { purge } from './privacy/jobs/purge.ts'
import { refundWeighed } from './refunds/jobs/refund-weighed.ts'
import { sendRefunds } from './refunds/jobs/send-refunds.ts'
import { remindStaff } from './reports/jobs/remind-staff.ts'
import { watchGoldPrice } from './selling/jobs/watch-gold-price.ts'
import { deleteIdentities } from './trade-ins/jobs/delete-identities.ts'
import { voidUnusedLabels } from './trade-ins/jobs/void-unused-labels.ts'
import { subjectOfLabel } from './trade-ins/label-subject.ts'

/**
 * A job, and how long after one run ends the next begins. Answers `busy` where another process runs
 * it: then it is tried again once that one's lease must have ended, should it be frozen or dead.
 */
type Job = { name: string; everyMs: number; run: (app: AppContext) => Promise<unknown> }
const busy = 'busy'
/** A price waits for staff: the sources are asked again soon, since they may agree by then. */
const held = 'held'
const heldPauseMs = 5 * 60_000

/** A job that takes longer at the start, as one that asks a slow server, does not keep the others waiting. */
const maxHeadStartMs = 250

/** Only the gold price is asked for in this time after the start, so that the first visitors don’t wait for jobs. */
const firstPageMs = 1000

/**
 * Starts what runs by the clock, each job once and again after every pause, until the shop closes
 * [GOLD-17]. A run never overlaps itself, and one that fails is logged and tried again at its time.
 * The first runs go one after another: all at once they would fill the connection queue, and the first
 * visitor would wait behind them.
 */
export function startJobs(app: AppContext, pauseMs = firstPageMs): () => Promise<void> {
  const priceJob: Job = {
    name: 'refresh gold price',
    everyMs: app.config.gold.refreshMs,
    run: async (each) => (await refreshGoldPrice(each)).outcome,
  }
  const jobs: Job[] = [
    { name: 'watch gold price', everyMs: 60_000, run: watchGoldPrice },
    { name: 'expire orders', everyMs: 60_000, run: expireOrders },
    { name: 'end unpaid edits', everyMs: 60_000, run: endUnpaidEdits },
    { name: 'close orders of void quotes', everyMs: 10_000, run: closeVoidOrders },
    { name: 'answer find my order', everyMs: 5000, run: sendFoundOrders },
    { name: 'send password links', everyMs: 5000, run: sendPasswordLinks },
    { name: 'show and hide products', everyMs: 5000, run: showAndHide },
    { name: 'send price alerts', everyMs: 5000, run: sendPriceAlerts },
    { name: 'send cart reminders', everyMs: 60_000, run: sendCartReminders },
    { name: 'send mail', everyMs: 5000, run: sendEmail },
    { name: 'reconcile payments', everyMs: 60_000, run: reconcilePayments },
    { name: 'refund weighed pieces', everyMs: 60_000, run: refundWeighed },
    { name: 'send refunds', everyMs: 60_000, run: sendRefunds },
    { name: 'settle labels', everyMs: 60_000, run: (app) => resolveLabels(app, subjectOfLabel) },
    { name: 'void labels', everyMs: 60_000, run: voidUnusedLabels },
    { name: 'line taxes', everyMs: 10_000, run: fetchLineTaxes },
    { name: 'ask for buyers', everyMs: 60_000, run: fetchMissingBuyers },
    { name: 'remind staff', everyMs: 300_000, run: remindStaff },
    { name: 'remind of wires', everyMs: 300_000, run: remindOfWires },
    { name: 'remind of Form 8300', everyMs: 3_600_000, run: remindOfForm8300 },
    { name: 'cancel unanswered delays', everyMs: 60_000, run: cancelUnansweredDelays },
    { name: 'nightly backup', everyMs: 60_000, run: nightlyBackup },
    { name: 'purge', everyMs: 3_600_000, run: purge },
    { name: 'delete identities of sellers', everyMs: 3_600_000, run: deleteIdentities },
    { name: 'delete old copies', everyMs: 3_600_000, run: deleteOldCopies },
    { name: 'vacuum', everyMs: 3_600_000, run: vacuumChanged },
    { name: 'keep media', everyMs: 3_600_000, run: syncMediaFiles },
    { name: 'sign gold prices', everyMs: 600_000, run: signGoldPriceDays },
    { name: 'issue certificates', everyMs: 60_000, run: issueMissing },
    { name: 'watch metal', everyMs: 300_000, run: watchMetal },
    { name: 'check records', everyMs: 300_000, run: checkRecords },
    { name: 'read Stripe balance', everyMs: 600_000, run: readStripeBalance },
    { name: 'tell of missing backups', everyMs: 600_000, run: alertMissingBackups },
    { name: 'fetch lost payment events', everyMs: 600_000, run: fetchLostEvents },
  ]
  const stops: (() => Promise<void>)[] = []
  let stopped = false
  const begin = async (job: Job) => {
    if (stopped) return
    const { stop, firstRun } = startJob(app, job)
    stops.push(stop)
    await Promise.race([firstRun, sleep(maxHeadStartMs, undefined, { ref: false })])
  }
  const startAll = async () => {
    await begin(priceJob)
    await sleep(pauseMs, undefined, { signal: app.closing, ref: false }).catch(() => {})
    // The home page reads a few products alone until the catalog is in memory.
    void currentCatalog(app)
    for (const job of jobs) await begin(job)
  }
  const starting = startAll()
  return async () => {
    stopped = true
    await starting
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startJob(app: AppContext, job: Job) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const cycle = async () => {
    let failed = false
    let pauseMs = job.everyMs
    try {
      const outcome = await aheadOfPages(() => job.run(app))
      if (outcome === busy) pauseMs = Math.min(job.everyMs, leaseMs)
      if (outcome === held) pauseMs = Math.min(job.everyMs, heldPauseMs)
    } catch (error) {
      // Without a database there is nothing to do; what opened the shop has said so.
      failed = hasDatabase(app) || !(error instanceof DatabaseUnavailable)
      if (failed) app.log.error({ err: error, job: job.name }, `a job failed: ${job.name}`)
    }
    app.cache.jobs.set(job.name, { at: app.now(), everyMs: job.everyMs, failed })
    if (!app.closing.aborted) timer = setTimeout(start, pauseMs)
  }
  const start = () => {
    running = cycle()
  }
  start()
  return {
    firstRun: running,
    async stop(): Promise<void> {
      clearTimeout(timer)
      await running
    },
  }
}
