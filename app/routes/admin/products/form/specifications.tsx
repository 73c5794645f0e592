import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { SpecificationRow } from '#app/contracts/product.ts'
import { type Change, type ErrorAt, type Keyed, keyed } from './form-state.ts'
import { Section } from './section.tsx'

const dimensions = ['Height', 'Width', 'Depth']

type Props = {
  specifications: Keyed<SpecificationRow>[]
  change: Change
  errorAt: ErrorAt
}

export function Specifications({ specifications, change, errorAt }: Props) {
  const add = useRef<HTMLButtonElement>(null)
  const append = (names: readonly string[]) =>
    change({
      specifications: [...specifications, ...names.map((name) => keyed({ name, value: '' }))],
    })
  const set = (key: string, part: Partial<SpecificationRow>) =>
    change({
      specifications: specifications.map((row) => (row.key === key ? { ...row, ...part } : row)),
    })
  const wrong = (index: number) =>
    errorAt(`specifications.${index}.name`) ?? errorAt(`specifications.${index}.value`)
  const described = (index: number, part: keyof SpecificationRow) => {
    const at = `specifications.${index}.${part}`
    if (!errorAt(at)) return { 'data-at': at }
    return {
      'data-at': at,
      'aria-invalid': true,
      'aria-describedby': `specification-${index}-error`,
    } as const
  }
  const missing = dimensions.filter(
    (one) => !specifications.some(({ name }) => name.trim().toLowerCase() === one.toLowerCase()),
  )
  const remove = (key: string) => {
    change({ specifications: specifications.filter((row) => row.key !== key) })
    add.current?.focus()
  }
  return (
    <Section title="Specifications" note="Rows without a name are not saved.">
      {specifications.length > 0 && (
        <ul className="grid gap-4">
          {specifications.map((row, index) => (
            <li key={row.key} className="product-specification">
              <input
                aria-label="Specification name"
                placeholder="Specification name"
                autoComplete="off"
                value={row.name}
                {...described(index, 'name')}
                onChange={(event) => set(row.key, { name: event.currentTarget.value })}
                className="admin-input"
              />
              <input
                aria-label="Specification value"
                placeholder="Specification value"
                autoComplete="off"
                value={row.value}
                {...described(index, 'value')}
                onChange={(event) => set(row.key, { value: event.currentTarget.value })}
                className="admin-input"
              />
              <button
                type="button"
                onClick={() => remove(row.key)}
                aria-label={`Remove specification ${row.name || index + 1}`}
                title="Remove this row"
                className="icon-button"
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </button>
              {wrong(index) && (
                <p id={`specification-${index}-error`} className="col-span-full text-alert text-sm">
                  {wrong(index)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <button ref={add} type="button" onClick={() => append([''])} className="button button-line">
          <Plus aria-hidden="true" className="size-4" />
          Add Specification
        </button>
        <button
          type="button"
          disabled={missing.length === 0}
          onClick={() => append(missing)}
          className="button button-line"
        >
          Add Dimension Fields
        </button>
      </div>
    </Section>
  )
}
