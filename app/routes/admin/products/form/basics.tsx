import { most } from '#app/contracts/product.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { Field } from '../../components/field.tsx'
import type { Change, ErrorAt, FormState } from './form-state.ts'
import { RichText } from './rich-text.tsx'
import { Section } from './section.tsx'

type Props = {
  state: FormState
  change: Change
  /** The slug follows the name until it is typed by hand; never in edit mode [FORM-06, FORM-07, D21]. */
  isNew: boolean
  epoch: number
  errorAt: ErrorAt
}

export function Basics({ state, change, isNew, epoch, errorAt }: Props) {
  const follows = isNew && state.slug === slugFor(state.name)
  return (
    <Section title="Basic Information" note="Fields marked with * are required.">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Name" at="name" error={errorAt('name')}>
          {(described) => (
            <input
              {...described}
              required
              name="name"
              autoComplete="off"
              value={state.name}
              onChange={({ currentTarget: { value } }) =>
                change({ name: value, ...(follows ? { slug: slugFor(value) } : {}) })
              }
              className="admin-input"
            />
          )}
        </Field>
        <Field
          label="URL Slug"
          at="slug"
          error={errorAt('slug')}
          hint="Lower-case letters, digits and hyphens. One of its own."
        >
          {(described) => (
            <input
              {...described}
              required
              name="slug"
              autoComplete="off"
              spellCheck={false}
              value={state.slug}
              onChange={(event) => change({ slug: event.currentTarget.value })}
              className="admin-input"
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8">
        <Toggle
          label="Product Active"
          hint="Visible in the shop"
          checked={state.active}
          onChange={(active) => change({ active })}
        />
        <Toggle
          label="Featured Product"
          hint="On the home page"
          checked={state.featured}
          onChange={(featured) => change({ featured })}
        />
      </div>
      <Field label="Short Description" at="shortDescription" error={errorAt('shortDescription')}>
        {(described) => (
          <textarea
            {...described}
            required
            name="short_description"
            rows={3}
            value={state.shortDescription}
            onChange={(event) => change({ shortDescription: event.currentTarget.value })}
            className="admin-input"
          />
        )}
      </Field>
      <RichText
        key={epoch}
        label="Full Description"
        initial={state.description}
        onChange={(description) => change({ description })}
        error={errorAt('description')}
      />
    </Section>
  )
}

function slugFor(name: string): string {
  return slugOf([...slugOf(name)].slice(0, most.slug).join(''))
}

type ToggleProps = {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 shrink-0 accent-gold-deep"
      />
      <span>
        {label} <span className="text-muted text-sm">({hint})</span>
      </span>
    </label>
  )
}
