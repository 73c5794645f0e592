import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { backupHealth } from '#app/.server/backup/last-backup.ts'
import { recordHealth } from '#app/.server/bookkeeping/last-check.ts'
import { tooFineNotice } from '#app/.server/catalog/queries/too-fine-weights.ts'
import { unusedLinksNotice } from '#app/.server/catalog/queries/unused-links.ts'
import { type UnsentEmails, unsentEmails } from '#app/.server/emails/queries/order-emails.ts'
import {
  currentGoldPrice,
  goldPricesUnderReview,
} from '#app/.server/gold-price/queries/gold-price.ts'
import { needsLook } from '#app/.server/orders/queries/orders-to-do.ts'
import {
  differenceNotices,
  paymentDifferences,
} from '#app/.server/payments/queries/payment-differences.ts'
import { countOpenPayments } from '#app/.server/payments/queries/unmatched-payments.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { whyUnavailable, withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import { shownOf } from '#app/contracts/gold-price/gold-price.ts'
import { may, type Role } from '#app/domain/access/rights.ts'
import { isMarketSource } from '#app/domain/gold-price/acceptance.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { reportNotices } from './report-notices.ts'

export type PaymentMode = 'none' | 'test payments' | 'Stripe, test mode' | 'Stripe, live'

/** An error older than this is history, and is shown only in the Debug tab. */
const errorShownMs = 24 * 3_600_000

/** Never throws: what cannot be read is left out, and what is not for the role. */
export async function health(
  app: AppContext,
  { goldPrice = currentGoldPrice(app), role = 'owner' as Role } = {},
) {
  const [
    { gold, state, evidence },
    orders,
    differences,
    unsent,
    held,
    backup,
    records,
    tooFine,
    links,
    reports,
    stop,
    openPayments,
  ] = await Promise.all([
    goldPrice,
    waiting(app),
    paymentDifferences(app),
    unsentEmails(app),
    pricesUnderReview(app),
    backupHealth(app, { places: may(role, 'log') }),
    recordHealth(app),
    tooFineNotice(app),
    unusedLinksNotice(app),
    reportNotices(app),
    sellingStop(app),
    countOpenPayments(app),
  ])
  const now = app.now()
  const last = app.cache.errors.at(-1)
  const staffEmails = staffEmailNotice(unsent)
  const recent = last && now.getTime() - last.at.getTime() < errorShownMs
  return {
    now: now.toISOString(),
    gold: shownOf(gold, state),
    /** Which sources speak for the gold price; null where staff set it, or nobody. */
    goldSources: sourcesOf(gold, evidence),
    /**
     * Paid and not sent yet, and those that need a look, live and test apart [MODE-04]; null while the
     * database cannot be asked.
     */
    orders,
    payments: paymentMode(app),
    /** Payments without an order that somebody should look at [UNATTACHED-01]; null as above. */
    openPayments,
    /** null while the database cannot be asked. */
    backup: backup?.shown ?? null,
    /** The last nightly look at the records; null: none yet, or the database cannot be asked. */
    records: records?.shown ?? null,
    lastError: recent ? { message: last.message, at: last.at.toISOString() } : null,
    notices: [
      ...(orders === null
        ? [whyUnavailable(app) ?? 'The database isn’t responding. Nothing can be saved.']
        : []),
      ...(stop?.isOpening
        ? ['The shop isn’t open yet, so nothing can be bought. An owner can open it in Setup.']
        : []),
      ...(stop && !stop.isOpening
        ? [
            `Selling is stopped (${stop.by}), so nothing can be bought. You can start again under Gold Price.`,
          ]
        : []),
      ...(records?.notices ?? []),
      ...differenceNotices(differences),
      ...emailNotices(unsent),
      ...(staffEmails ? [staffEmails] : []),
      ...heldNotice(held),
      ...[tooFine, links].filter((notice) => notice !== null),
      ...(backup?.notices ?? []),
      ...[app.contentSite?.notice() ?? []].flat(),
      ...reports,
    ],
    dismissible: may(role, 'log') ? staffEmails : null,
  }
}

/** How the shop does, for the strip on top of every screen of the admin area. */
export type Health = Awaited<ReturnType<typeof health>>

/**
 * `gold-api and swissquote agree`, or whose word alone it is [FEED-06]. Once no source answers that is past, and
 * it says so [FEED-08].
 */
export function sourcesOf(
  { source, errorMessage }: Pick<GoldPrice, 'source' | 'errorMessage'>,
  evidence: { confirmedBy: string | null; hasOwnTime: boolean } | null,
): string | null {
  if (!isMarketSource(source) || !evidence) return null
  const { confirmedBy, hasOwnTime } = evidence
  const isFailing = errorMessage !== null
  const who = confirmedBy
    ? `${source} and ${confirmedBy} ${isFailing ? 'agreed' : 'agree'}`
    : `${source} alone`
  const when = hasOwnTime ? '' : ', at the time it was read'
  return `${who}${when}${isFailing ? '; no source has answered since' : ''}`
}

async function waiting(app: AppContext) {
  const read = await withFallback(app, ({ orm }) =>
    rows<{ livemode: boolean; waiting: number; held: number }>(
      orm,
      sql`select livemode, sum(waiting)::int as waiting, sum(held)::int as held from (
            select livemode, 1 as waiting, 0 as held from orders where state = 'paid'
            union all select livemode, (state <> 'paid')::int, 1 from orders where ${needsLook}) counted
          group by livemode`,
    ),
  )
  if (!read) return null
  const of = (mode: boolean) => {
    const { waiting = 0, held = 0 } = read.value.find(({ livemode }) => livemode === mode) ?? {}
    return { waiting, held }
  }
  return { live: of(true), test: of(false) }
}

const emails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`

/** Such as an alert to an address that is gone: there is no order to send it again from [MAIL-12]. */
function staffEmailNotice({ failedToStaff }: UnsentEmails): string | null {
  if (failedToStaff === 0) return null
  return `${emails(failedToStaff)} to staff couldn’t be sent in the last week. The log says why.`
}

function emailNotices({ failed, retried }: UnsentEmails): string[] {
  return [
    ...(failed > 0 ? [`${emails(failed)} couldn’t be sent. See the orders.`] : []),
    ...(retried > 0
      ? [`The mail server hasn’t accepted ${emails(retried)} yet. The shop will keep trying.`]
      : []),
  ]
}

async function pricesUnderReview(app: AppContext): Promise<number> {
  const read = await withFallback(app, () => goldPricesUnderReview(app))
  return read?.value.length ?? 0
}

function heldNotice(held: number): string[] {
  if (held === 0) return []
  const prices = held === 1 ? 'gold price is' : 'gold prices are'
  return [`${held} fetched ${prices} on hold and not in use. Accept or reject under Gold Price.`]
}

export function paymentMode({ payments }: Pick<AppContext, 'payments'>): PaymentMode {
  if (!payments) return 'none'
  if (payments.provider === 'test') return 'test payments'
  return payments.live ? 'Stripe, live' : 'Stripe, test mode'
}
