import { useServerClock } from '../components/server-clock.ts'
import { useReloadOn } from '../components/use-reload-on.ts'

/**
 * How long a price set by hand still rules. It ends by itself and asks the server what holds then.
 * A timer is not read aloud at each second.
 */
export function Countdown({ until, now }: { until: string; now: string }) {
  const left = new Date(until).getTime() - useServerClock(now, 1000)
  const isOver = left <= 0
  useReloadOn(String(isOver))
  return isOver ? (
    <p>Not protected any more: the next automatic refresh may replace it.</p>
  ) : (
    <p>
      Protected from automatic refresh for{' '}
      <span role="timer" className="tabular font-medium">
        {clockText(left)}
      </span>
    </p>
  )
}

/** `1:59:12`; a second that has begun counts, so that it ends at 0:00:00. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
