import type { ReactNode } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Health } from '#app/.server/system/queries/health.ts'
import { may, type Right, type Role } from '#app/domain/access/rights.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { Failure } from './client-action.ts'
import { ErrorBanner } from './error-banner.tsx'
import { staffStateLabel } from './gold-state.ts'
import { formatAge, useServerClock } from './server-clock.ts'

/**
 * How the shop does, at a glance, over every page. The price follows the market automatically. On a phone
 * what is as it should be is left out [ADM-23].
 */
export function HealthStatus({ health, role }: { health: Health; role: Role }) {
  const now = useServerClock(health.now, 30_000)
  const { orders, payments, openPayments, lastError, notices } = health
  return (
    <section
      aria-label="Shop status"
      className="border-line border-b bg-raised text-sm print:hidden"
    >
      <dl className="admin-width flex flex-wrap items-baseline gap-x-6 gap-y-1 py-2">
        <Fact name="Gold">
          <Gold now={now} role={role} />
        </Fact>
        {health.goldSources && <Fact name="Gold source">{health.goldSources}</Fact>}
        <Fact name="Orders waiting">
          {orders ? (
            <Link to="/admin/dashboard/orders" className="link inline-block py-0.5">
              {waitingOrders(orders, payments === 'Stripe, live' ? 'live' : 'test')}
            </Link>
          ) : (
            'unknown'
          )}
        </Fact>
        <Fact name="Payments" isFine={payments === 'Stripe, live' && !openPayments}>
          {payments}
          {openPayments ? (
            <>
              {', '}
              <LinkFor role={role} right="orders.decide" to="/admin/dashboard/payments">
                {openPayments} unmatched
              </LinkFor>
            </>
          ) : null}
        </Fact>
        <Fact name="Backup" isFine={isBackedUp(health.backup)}>
          <Backup backup={health.backup} now={now} />
        </Fact>
        <Fact name="Records" isFine={!health.records?.findings}>
          <Records records={health.records} now={now} />
        </Fact>
        <Fact name="Last error" isFine={!lastError}>
          {lastError ? (
            <LinkFor role={role} right="log" to="/admin/dashboard/debug">
              {lastError.message}, {formatAge(lastError.at, now)}
            </LinkFor>
          ) : (
            'none'
          )}
        </Fact>
      </dl>
      {notices.length > 0 && (
        <ul className="admin-width pb-2 text-notice">
          {notices.map((notice) => (
            <li key={notice}>
              {notice} {notice === health.dismissible && <Dismiss />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Dismiss() {
  const fetcher = useFetcher<{ refused: Failure } | null>()
  return (
    <fetcher.Form method="post" action="/admin/alerts" className="inline">
      <button type="submit" name="action" value="dismiss unsent" className="link py-0.5">
        Dismiss
      </button>
      <ErrorBanner error={fetcher.data?.refused} />
    </fetcher.Form>
  )
}

/** `3 (1 needs review)` of the mode the shop is in now, and those of the other where there are any. */
function waitingOrders(orders: NonNullable<Health['orders']>, own: Mode): string {
  const other = own === 'live' ? 'test' : 'live'
  const says = ({ waiting, held }: { waiting: number; held: number }, kind = '') =>
    `${waiting}${kind}${held > 0 ? ` (${held} ${held === 1 ? 'needs' : 'need'} review)` : ''}`
  if (orders[other].waiting === 0) return says(orders[own])
  return `${says(orders[own])}, ${says(orders[other], ` ${other}`)}`
}

function Gold({ now, role }: { now: number; role: Role }) {
  const gold = useGoldPrice()
  return (
    <LinkFor role={role} right="gold-price" to="/admin/dashboard/gold-price">
      <LiveValue>{formatRate(gold.pricePerGram)}</LiveValue> per gram,{' '}
      {staffStateLabel(gold)?.toLowerCase() ?? 'unknown'}
      {gold.takenAt && `, ${formatAge(gold.takenAt, now)}`}
    </LinkFor>
  )
}

function Backup({ backup, now }: { backup: Health['backup']; now: number }) {
  if (!backup) return 'unknown'
  const { last, rehearsal } = backup
  return (
    <span className="wrap-anywhere">
      {last ? formatAge(last.at, now) : 'none'}
      {last?.where && `, in ${last.where}`}
      {rehearsal &&
        `; restore tested ${formatAge(rehearsal.at, now)}${rehearsal.failed ? ' and failed' : ''}`}
    </span>
  )
}

function isBackedUp(backup: Health['backup']): boolean {
  return !!backup?.last && !backup.rehearsal?.failed
}

function Records({ records, now }: { records: Health['records']; now: number }) {
  if (!records) return 'not checked yet'
  const { at, findings } = records
  return `${findings === 0 ? 'agree' : 'do not agree'}, checked ${formatAge(at, now)}`
}

type LinkForProps = { role: Role; right: Right; to: string; children: ReactNode }

/**
 * Inline, so that its name is next to the first line. Plain text for staff who may not open the
 * screen [ROLE-03].
 */
function LinkFor({ role, right, to, children }: LinkForProps) {
  if (!may(role, right)) return <span className="wrap-anywhere">{children}</span>
  return (
    <Link to={to} className="link py-0.5 wrap-anywhere">
      {children}
    </Link>
  )
}

type FactProps = { name: string; isFine?: boolean; children: ReactNode }

function Fact({ name, isFine = false, children }: FactProps) {
  return (
    <div className={`flex min-w-0 items-baseline gap-2 ${isFine ? 'max-md:hidden' : ''}`}>
      <dt className="shrink-0 py-0.5 text-muted">{name}</dt>
      <dd className="min-w-0 py-0.5">{children}</dd>
    </div>
  )
}
