import { useSyncExternalStore } from 'react'
import { timeInWords } from './words.ts'

const never = () => () => {}

/** The moment a price was true: in UTC as the server wrote it, then in the visitor's own time. */
export function GoldTime({ takenAt }: { takenAt: string }) {
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
  return (
    <time dateTime={takenAt}>
      {timeInWords(takenAt, zone === null ? null : { zone, today: new Date() })}
    </time>
  )
}
