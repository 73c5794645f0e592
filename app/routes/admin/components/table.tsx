import type { ReactNode } from 'react'

/** The headings of a table; with the classes of one where it has any: `figure` is for numbers. */
export type Columns = readonly (string | readonly [label: string, className: string])[]

export function TableHead({ columns }: { columns: Columns }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [label, className] = typeof column === 'string' ? [column] : column
          return (
            <th key={label} scope="col" className={className}>
              {label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type BoxProps = {
  /** Where nothing in it takes the focus, so that it is scrolled by keyboard as well. */
  label?: string
  className?: string
  children: ReactNode
}

/** Around a table that fits the screen; at large text it scrolls in here, and not the screen. */
export function TableBox({ label, className = '', children }: BoxProps) {
  const box = `table-box ${className}`
  if (label === undefined) return <div className={box}>{children}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className={box}>
      {children}
    </section>
  )
}

type Props = { label: string; columns: Columns; children: ReactNode }

/** A table that scrolls in itself where the screen is too narrow, so that the screen does not. */
export function Table({ label, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="admin-table">
        <TableHead columns={columns} />
        {children}
      </table>
    </section>
  )
}
