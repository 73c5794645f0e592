import type { ReactNode } from 'react'

/** A table that scrolls in itself where the screen is too narrow, so that the screen does not. */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="admin-table">{children}</table>
    </section>
  )
}
