import type { ReactNode } from 'react'

type Props = {
  heading: string
  /** Left out where the page is printed as a packing slip. */
  staffOnly?: boolean
  children: ReactNode
}

/** A part of a page with its heading. */
export function Panel({ heading, staffOnly = false, children }: Props) {
  return (
    <section className={`admin-panel min-w-0${staffOnly ? ' print:hidden' : ''}`}>
      <h2>{heading}</h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}
