import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type CurrentGoldPrice,
  currentGoldPrice,
} from '#app/.server/gold-price/queries/gold-price.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { ping } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { paymentMode } from './health.ts'

/** A line of the panel. `at` is a time to be shown with its age, ISO 8601. */
export type DebugFact = { name: string; value: string; at?: string }

/** What happens when, and how it went; for feeds and jobs alike. */
export type DebugRun = { name: string; at: string | null; failed: boolean; outcome: string }

/** Never throws: what cannot be read is shown as unknown. */
export async function debugPanel(app: AppContext, goldPrice = currentGoldPrice(app)) {
  const [backend, gold] = await Promise.all([backendFacts(app), goldFacts(goldPrice)])
  const { errors } = app.cache
  return {
    now: app.now().toISOString(),
    backend,
    gold,
    feeds: app.goldFeeds.map(({ name }) => feedRun(app, name)),
    jobs: jobRuns(app),
    errors: errors.toReversed().map(({ at, ...error }) => ({ at: at.toISOString(), ...error })),
  }
}

/**
 * All that the screen of errors shows [D39]. Everything is written here word by word; no setting and no
 * row is handed on whole, since some hold secrets [DEBUG-02].
 */
export type DebugPanel = Awaited<ReturnType<typeof debugPanel>>

async function backendFacts(app: AppContext): Promise<DebugFact[]> {
  const counted = await withFallback(app, async ({ orm }) => ({
    all: await orm.$count(products),
    onSale: await orm.$count(products, eq(products.active, true)),
  }))
  const { SHOP_VERSION: version, SHOP_BUILT_AT: builtAt, SHOP_COMMIT: commit } = import.meta.env
  return [
    { name: 'Backend configured', value: app.config.database === 'none' ? 'no' : 'yes' },
    { name: 'Backend reachable', value: (await isReachable(app)) ? 'yes' : 'no' },
    { name: 'Database', value: app.db.description },
    {
      name: 'Products',
      value: counted ? `${counted.value.all}, of which ${counted.value.onSale} on sale` : 'unknown',
    },
    { name: 'Payments', value: paymentMode(app) },
    { name: 'Version', value: [version ?? 'not built', commit].filter(Boolean).join(', commit ') },
    ...(builtAt ? [{ name: 'Built', value: '', at: builtAt }] : []),
    { name: 'Node', value: process.version },
  ]
}

async function isReachable({ db }: AppContext): Promise<boolean> {
  return ping(db).then(
    () => true,
    () => false,
  )
}

async function goldFacts(current: Promise<CurrentGoldPrice>): Promise<DebugFact[]> {
  const { gold, state, lastUpdated } = await current
  return [
    {
      name: 'Price',
      value: `${formatExactRate(gold.perGram)} per gram, ${formatRate(gold.perOunce)} per troy ounce`,
    },
    { name: 'Source', value: sourceLabel(gold.source) ?? 'none' },
    { name: 'Status', value: state === 'set by hand' ? 'set by us' : state },
    // The default record was never true at any time.
    ...(state === 'indicative'
      ? []
      : [{ name: 'As of', value: '', at: gold.takenAt.toISOString() }]),
    ...(lastUpdated && state !== 'indicative'
      ? [{ name: 'Recorded', value: '', at: lastUpdated.toISOString() }]
      : []),
    ...(gold.errorMessage ? [{ name: 'Last failure', value: gold.errorMessage }] : []),
  ]
}

/** Each job of this process, with its last run. */
export function jobRuns(app: AppContext): DebugRun[] {
  return [...app.cache.jobs].map(([name, { at, everyMs, failed }]) => ({
    name,
    at: at.toISOString(),
    failed,
    outcome: `${failed ? 'failed; see the log' : 'well'}, every ${formatInterval(everyMs)}`,
  }))
}

/** How a feed's last call in this process went [LIVE-04]. */
export function feedRun(app: AppContext, feed: string): DebugRun {
  const last = app.cache.feeds.get(feed)
  const name = sourceLabel(feed) ?? feed
  if (!last) return { name, at: null, failed: false, outcome: 'not checked since the shop started' }
  const price = last.perOunce === null ? 'nothing' : `${formatRate(last.perOunce)} per troy ounce`
  return {
    name,
    at: last.at.toISOString(),
    failed: last.failure !== null,
    outcome: last.failure === null ? `reported ${price}` : `skipped: ${last.failure}`,
  }
}

function formatInterval(ms: number): string {
  return ms < 120_000 ? `${ms / 1000} seconds` : `${Math.round(ms / 6000) / 10} minutes`
}
