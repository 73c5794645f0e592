/** `Mar 11, 2026, 16:05` in UTC, the zone of the books. */
export function ShortMoment({ at }: { at: Date }) {
  const words = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(at)
  return (
    <time dateTime={at.toISOString()} className="tabular">
      {words}
    </time>
  )
}
