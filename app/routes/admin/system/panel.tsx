import { type ReactNode, useId } from 'react'
import { formatAge } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="admin-panel min-w-0">
      <h2 id={id}>{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}

export function When({ at, now }: { at: string; now: number }) {
  return (
    <>
      <ShopTime at={at} />, {formatAge(at, now)}
    </>
  )
}
