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

type Props = {
  columns: Columns
  /** What it lists, for screen readers. */
  caption?: string
  /** Where nothing in it takes the focus, so that it is scrolled by keyboard as well. */
  label?: string
  /** It is wider than a phone, where it scrolls at any size of letters. */
  isWide?: boolean
  className?: string
  children: ReactNode
}

/** A table that fits the screen; where it does not, it scrolls in itself, and the screen does not. */
export function Table({
  columns,
  caption,
  label,
  isWide = false,
  className = '',
  children,
}: Props) {
  const box = `${isWide ? 'overflow-x-auto' : 'table-box'} ${className}`
  const table = (
    <table className="admin-table">
      {caption && <caption className="sr-only">{caption}</caption>}
      <TableHead columns={columns} />
      {children}
    </table>
  )
  if (label === undefined) return <div className={box}>{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className={box}>
      {table}
    </section>
  )
}
