import { Trash2 } from 'lucide-react'
import type { SpecificationRow } from '#app/contracts/catalog/product.ts'
import { IconButton } from '#app/routes/admin/components/icon-button.tsx'
import { useFieldErrors } from '#app/ui/forms/form-fields.tsx'
import { AddRow } from './add-row.tsx'
import type { Change, Keyed } from './form-state.ts'
import { Section } from './section.tsx'
import { useRows } from './use-rows.ts'

const dimensions = ['Height', 'Width', 'Depth']

type Props = { specifications: Keyed<SpecificationRow>[]; change: Change }

export function Specifications({ specifications, change }: Props) {
  const errors = useFieldErrors()
  const { add, addButton, set, remove } = useRows(specifications, (rows) =>
    change({ specifications: rows }),
  )
  const named = new Set(specifications.map(({ name }) => name.trim().toLowerCase()))
  const missing = dimensions.filter((name) => !named.has(name.toLowerCase()))
  const addNames = (names: readonly string[]) => add(names.map((name) => ({ name, value: '' })))
  return (
    <Section title="Specifications" note="Rows without a name aren’t saved.">
      {specifications.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {specifications.map((row, index) => {
            const at = `specifications.${index}`
            const error = errors[`${at}.name`] ?? errors[`${at}.value`]
            return (
              <li
                key={row.key}
                className="grid grid-cols-[minmax(0,1fr)_2.75rem] gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_2.75rem]"
              >
                {(['name', 'value'] as const).map((part) => (
                  <input
                    key={part}
                    name={`${at}.${part}`}
                    aria-label={`Specification ${part}`}
                    placeholder={`Specification ${part}`}
                    autoComplete="off"
                    value={row[part]}
                    onChange={(event) => set(row.key, { [part]: event.currentTarget.value })}
                    aria-invalid={errors[`${at}.${part}`] ? true : undefined}
                    aria-describedby={errors[`${at}.${part}`] && `${at}-error`}
                    className={`input ${part === 'value' ? 'row-start-2 md:row-auto' : ''}`}
                  />
                ))}
                <IconButton
                  icon={Trash2}
                  label={`Remove specification ${row.name || index + 1}`}
                  onClick={() => remove(row.key)}
                />
                {error && (
                  <p id={`${at}-error`} className="col-span-full text-alert text-sm">
                    {error}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <AddRow ref={addButton} onClick={() => addNames([''])} className="wrap-anywhere">
          Add Specification
        </AddRow>
        <button
          type="button"
          disabled={missing.length === 0}
          onClick={() => addNames(missing)}
          className="button button-line wrap-anywhere"
        >
          Add Dimension Fields
        </button>
      </div>
    </Section>
  )
}
