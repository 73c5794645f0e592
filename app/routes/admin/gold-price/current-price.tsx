import { Form } from 'react-router'
import type { AdminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { stateLabel } from '#app/ui/gold-price/format-gold-price.ts'
import { formatAge, useServerClock } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Countdown } from './countdown.tsx'

/** What the shop sells at, how sure that is, and the two ways to look again. */
export function CurrentPrice({ desk, busy }: { desk: AdminGoldPricePage; busy: boolean }) {
  const { perGram, perOunce, protectedUntil, error, now } = desk
  return (
    <section aria-labelledby="current" className="admin-panel">
      <h2 id="current">Current price</h2>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="Per gram" value={formatExactRate(perGram)} />
        <Figure name="Per troy ounce" value={formatExactRate(perOunce)} />
      </dl>
      <div className="mt-4 grid gap-1 text-sm">
        <Origin desk={desk} />
        {protectedUntil && <Countdown until={protectedUntil} now={now} />}
        {error && <p className="text-notice">{error}</p>}
      </div>
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-3">
        <button
          type="submit"
          name="intent"
          value="fetch"
          disabled={busy}
          className="button button-line"
        >
          Fetch Fresh Market Price
        </button>
        <button
          type="submit"
          name="intent"
          value="reload"
          disabled={busy}
          className="button button-line"
        >
          Refresh from Database
        </button>
      </Form>
      <p className="mt-4 max-w-2xl text-muted text-sm">
        Automatic refresh happens every {desk.refreshMinutes} minutes via a scheduled function.
        {desk.fetches
          ? ' A price set by hand is left alone for two hours; fetching a fresh price replaces even that one.'
          : ' It is turned off here by GOLD_SOURCES.'}
      </p>
    </section>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular text-2xl">{value}</dd>
    </div>
  )
}

function Origin({ desk }: { desk: AdminGoldPricePage }) {
  const clock = useServerClock(desk.now, 30_000)
  const source = sourceLabel(desk.source)
  return (
    <p>
      {stateLabel({ state: desk.state, source: desk.source })}
      {source && `, ${source}`}
      {desk.takenAt && source && (
        <>
          , <ShopTime at={desk.takenAt} /> ({formatAge(desk.takenAt, clock)})
        </>
      )}
    </p>
  )
}
