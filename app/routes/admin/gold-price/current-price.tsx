import { Form, Link } from 'react-router'
import type { AdminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'

import { Disclosure } from '../components/disclosure.tsx'
import { staffStateLabel } from '../components/gold-state.ts'
import { formatAge, useServerClock } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useReloadOn } from '../components/use-reload-on.ts'

/** What the shop sells at, how sure that is, and the two ways to look again. */
export function CurrentPrice({ data }: { data: AdminGoldPricePage }) {
  const { perGram, perOunce, protectedUntil, error, now } = data
  return (
    <section aria-labelledby="current" className="admin-panel">
      <h2 id="current">Current price</h2>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="Per gram" value={formatExactRate(perGram)} />
        <Figure name="Per troy ounce" value={formatRate(perOunce)} />
      </dl>
      <div className="mt-4 grid gap-1 text-sm">
        <Origin data={data} />
        {protectedUntil && <Countdown until={protectedUntil} now={now} />}
        {error && <p className="text-notice">{error}</p>}
      </div>
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-3">
        <SubmitButton action="fetch">Fetch Fresh Market Price</SubmitButton>
        <SubmitButton action="reload">Reload Saved Price</SubmitButton>
        {data.currentId !== null && (
          <Link
            to={`?withdraw=${data.currentId}#withdraw`}
            className="link inline-flex min-h-11 items-center"
          >
            This price is wrong
          </Link>
        )}
      </Form>
      {data.currentId !== null && (
        <div className="mt-3">
          <Disclosure look="text" label="When is a price wrong?">
            <p className="max-w-2xl">
              When the shop shouldn’t have sold at it, because of a typo or a bad reading from a
              source. Withdrawing it stops sales at that price, and orders already paid at it wait
              for you. If a price is right but old, fetch a fresh one instead.
            </p>
          </Disclosure>
        </div>
      )}
      <p className="mt-4 max-w-2xl text-muted text-sm">
        Automatic refresh happens every {data.refreshMinutes} minutes via a scheduled function.
        {data.fetches
          ? ' A price set by us stays in effect for at least two hours, unless you fetch a fresh price.'
          : ' Automatic updates are turned off right now, so the price stays the same until you change it.'}
      </p>
    </section>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="text-2xl">
        <LiveValue>{value}</LiveValue>
      </dd>
    </div>
  )
}

function Origin({ data }: { data: AdminGoldPricePage }) {
  const clock = useServerClock(data.now, 30_000)
  const source = sourceLabel(data.source)
  return (
    <p>
      {staffStateLabel({ state: data.state, source: data.source })}
      {source && data.state !== 'set by hand' && `, ${source}`}
      {data.takenAt && source && (
        <>
          , <ShopTime at={data.takenAt} /> ({formatAge(data.takenAt, clock)})
        </>
      )}
    </p>
  )
}

/**
 * How long a manual price is still protected. At the end it loads what holds then.
 * A timer is not read aloud at each second.
 */
function Countdown({ until, now }: { until: string; now: string }) {
  const left = new Date(until).getTime() - useServerClock(now, 1000)
  const isOver = left <= 0
  useReloadOn(String(isOver))
  return isOver ? (
    <p>No longer protected: the next automatic refresh may replace it.</p>
  ) : (
    <p>
      Protected from automatic refresh for{' '}
      <span role="timer" className="font-medium">
        <LiveValue>{formatCountdown(left)}</LiveValue>
      </span>
    </p>
  )
}

/** `1:59:12`; a second that has begun counts, so that it ends at 0:00:00. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
