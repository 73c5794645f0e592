import { Trash2 } from 'lucide-react'
import { emptyOption, type OptionRow } from '#app/contracts/catalog/product.ts'
import { IconButton } from '#app/routes/admin/components/icon-button.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { AddRow } from './add-row.tsx'
import type { Change, Keyed } from './form-state.ts'
import { Section } from './section.tsx'
import { useRows } from './use-rows.ts'

type Props = { options: Keyed<OptionRow>[]; change: Change }

const fields = [
  ['option', 'Option', 'text'],
  ['choice', 'Choice', 'text'],
  ['price', 'Price difference ($)', 'decimal'],
  ['grams', 'Weight difference (g)', 'decimal'],
] as const

/** What a buyer chooses beside the size, a row for each choice [OPTION-01]. */
export function Options({ options, change }: Props) {
  const { add, addButton, set, remove } = useRows(options, (rows) => change({ options: rows }))
  // The next choice is most often one of the same option.
  const next = { ...emptyOption, option: options.at(-1)?.option ?? '' }
  return (
    <Section
      title="Options"
      note="For example, chain length, ring size, or finish. Enter a row for each choice. Leave both differences blank for a choice that the price includes; each option needs one. Enter sizes of gold under Sizes."
    >
      {options.length > 0 && (
        <ul className="grid gap-6">
          {options.map((row, index) => (
            <li key={row.key}>
              <fieldset className="grid min-w-0 grid-cols-2 gap-3 border-line border-b pb-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_10rem_2.75rem]">
                <legend className="sr-only">Choice {index + 1}</legend>
                {fields.map(([part, label, kind]) => (
                  <TextField
                    key={part}
                    name={`options.${index}.${part}`}
                    label={label}
                    kind={kind}
                    value={row[part]}
                    onChange={(event) => set(row.key, { [part]: event.currentTarget.value })}
                    autoComplete="off"
                    className="min-w-0"
                  />
                ))}
                <IconButton
                  icon={Trash2}
                  label={`Remove choice ${row.choice || index + 1}`}
                  onClick={() => remove(row.key)}
                  className="col-start-2 size-11 self-end justify-self-end lg:col-start-auto"
                />
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      <AddRow ref={addButton} onClick={() => add([next])}>
        Add Choice
      </AddRow>
    </Section>
  )
}
