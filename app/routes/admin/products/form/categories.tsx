import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { Field } from '../../components/field.tsx'
import { withTypedCategory } from './add-typed.ts'
import type { Change, FormState } from './form-state.ts'
import { Section } from './section.tsx'

type Props = {
  state: FormState
  /** Every category there is, by name. */
  known: readonly string[]
  change: Change
  error?: string | undefined
}

export function Categories({ state, known, change, error }: Props) {
  const { categories: selected, newCategory: typed } = state
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const isSelected = (name: string) => selected.some((one) => isSameCategory(one, name))
  const add = () => {
    const name = typed.trim()
    if (name === '') return
    if (!isSelected(name)) setSaid(`${name} added`)
    change(withTypedCategory(state))
    input.current?.focus()
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <Section title="Categories">
      {selected.length === 0 ? (
        <p className="text-muted">No categories selected</p>
      ) : (
        <ul aria-label="Selected categories" className="flex flex-wrap gap-2">
          {selected.map((name) => (
            <li key={name} className="flex min-w-0 items-center gap-1 border border-line pl-3">
              <span className="min-w-0 py-1 wrap-anywhere">{name}</span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  change({ categories: selected.filter((one) => one !== name) })
                  setSaid(`${name} removed`)
                  input.current?.focus()
                }}
                className="grid size-9 shrink-0 place-items-center"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex max-w-xl items-start gap-3">
        <Field label="Add a category" at="categories" error={error} className="min-w-0 grow">
          {(described) => (
            <input
              {...described}
              ref={input}
              list={list}
              autoComplete="off"
              value={typed}
              onChange={(event) => change({ newCategory: event.currentTarget.value })}
              onKeyDown={addOnEnter}
              className="admin-input"
            />
          )}
        </Field>
        <button
          type="button"
          disabled={typed.trim() === ''}
          onClick={add}
          className="button button-line mt-6"
        >
          Add
        </button>
      </div>
      <datalist id={list}>
        {known
          .filter((name) => !isSelected(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Section>
  )
}

function isSameCategory(one: string, other: string): boolean {
  return categoryKey(one) === categoryKey(other)
}
