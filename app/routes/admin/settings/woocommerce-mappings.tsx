import type { WooCommerceSettings } from '#app/contracts/catalog/woocommerce.ts'
import { Field } from '#app/ui/forms/field.tsx'

type Mapping = WooCommerceSettings['productMappings'][number]
type Props = { mappings: readonly Mapping[]; onChange: (mappings: Mapping[]) => void }

const columns = [
  ['localId', 'Local product ID'],
  ['wooId', 'WooCommerce product ID'],
] as const

/** Rows of an id here and an id in the other store; a row goes by its place. */
export function Mappings({ mappings, onChange }: Props) {
  const change = (place: number, changed: Partial<Mapping>) =>
    onChange(mappings.map((row, at) => (at === place ? { ...row, ...changed } : row)))
  return (
    <section aria-labelledby="mappings" className="grid min-w-0 gap-4">
      <h2 id="mappings">Matching WooCommerce products</h2>
      {mappings.length === 0 && <p className="text-muted">No products are matched yet.</p>}
      {mappings.map((row, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
          key={place}
          className="grid min-w-0 items-end gap-3 border-line border-b pb-4 sm:grid-cols-[1fr_1fr_auto]"
        >
          <legend className="mb-1 text-muted text-sm">Mapping {place + 1}</legend>
          {columns.map(([part, label]) => (
            <Field key={part} label={label}>
              <input
                value={row[part]}
                onChange={({ target }) => change(place, { [part]: target.value })}
                autoComplete="off"
                className="input"
              />
            </Field>
          ))}
          <button
            type="button"
            aria-label={`Remove mapping ${place + 1}`}
            onClick={() => onChange(mappings.filter((_, at) => at !== place))}
            className="link min-h-11 justify-self-start"
          >
            Remove
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        onClick={() => onChange([...mappings, { localId: '', wooId: '' }])}
        className="button button-line justify-self-start"
      >
        Add Mapping
      </button>
    </section>
  )
}
