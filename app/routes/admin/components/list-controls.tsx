import type { ReactNode } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { Field } from '#app/ui/forms/field.tsx'

type SearchProps = {
  label: string
  placeholder?: string
  /** Parameters of the address that stay. */
  keep: readonly string[]
  /** Further fields of the search. */
  children?: ReactNode
}

/** Searches a list by `q` in the address. */
export function SearchForm({ label, placeholder, keep, children }: SearchProps) {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  return (
    <Form role="search" className="mt-6 flex max-w-xl flex-wrap items-end gap-3">
      <Field label={label} className={`min-w-0 grow ${children ? '' : 'basis-40'}`}>
        {/* Another one for each address, so that going back shows what was searched for there. */}
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder={placeholder}
          className="input"
        />
      </Field>
      {children}
      {keep.map((name) => {
        const kept = search.get(name)
        return kept && <input key={name} type="hidden" name={name} value={kept} />
      })}
      <button type="submit" className="button button-line">
        Search
      </button>
    </Form>
  )
}

type ChoicesProps<Choice extends string> = {
  label: string
  /** The parameter of the address; without it the first choice holds. */
  param: string
  choices: readonly (readonly [Choice, label: string])[]
  current: Choice
  counts?: Partial<Record<Choice, string | undefined>>
}

/** Filters or sorts a list, by a parameter of the address; its other parameters stay. */
export function ListChoices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { label, param, choices, current, counts } = props
  const [search] = useSearchParams()
  const addressOf = (choice: Choice) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (choice === choices[0]?.[0]) next.delete(param)
    else next.set(param, choice)
    return `?${next}`
  }
  return (
    <nav aria-label={label} className="mt-3 mb-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {choices.map(([choice, text]) => (
          <li key={choice}>
            <Link
              to={addressOf(choice)}
              aria-current={choice === current ? 'true' : undefined}
              className="inline-block min-w-6 border-transparent border-b-2 py-1.5 text-muted hover:text-ink aria-[current]:border-gold aria-[current]:text-ink"
            >
              {text}
              {counts?.[choice] ? <span> ({counts[choice]})</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
