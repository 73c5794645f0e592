import type { ReactNode } from 'react'

type Props = {
  label: string
  /** The headings; `figure` is right-aligned, for numbers. */
  columns: readonly (string | { figure: string })[]
  /** Its rows, in one or more bodies. */
  children: ReactNode
}

/** A table that scrolls in itself where the screen is too narrow, so that the screen does not. */
export function Table({ label, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="admin-table">
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.figure} scope="col" className="figure">
                  {column.figure}
                </th>
              ),
            )}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
