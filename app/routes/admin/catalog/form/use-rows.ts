import { useRef } from 'react'
import { type Keyed, keyed } from './form-state.ts'

/** Rows that are added, changed and removed. The focus of a removed row goes to the add button. */
export function useRows<Row>(rows: Keyed<Row>[], onRows: (rows: Keyed<Row>[]) => void) {
  const addButton = useRef<HTMLButtonElement>(null)
  return {
    addButton,
    add: (added: readonly Row[]) => onRows([...rows, ...added.map(keyed)]),
    set: (key: string, part: Partial<Row>) =>
      onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: string) => {
      onRows(rows.filter((row) => row.key !== key))
      addButton.current?.focus()
    },
  }
}
