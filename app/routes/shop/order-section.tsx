import type { ReactNode } from 'react'

export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl">{heading}</h2>
      <div className="mt-3 grid gap-1.5">{children}</div>
    </section>
  )
}
