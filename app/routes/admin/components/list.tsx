import type { ReactNode } from 'react'
import { Form, Link, useLocation, useSearchParams } from 'react-router'
import { Field } from '#app/ui/forms/field.tsx'
import { Paging } from '#app/ui/paging.tsx'
import { DownloadButton } from './download-button.tsx'
import type { Choice, Chosen, ListDefinition } from './list-definition.ts'

type Props<Definition extends ListDefinition> = {
  list: Definition
  asked: { q: string } & Chosen<Definition>
  found: { total: number; page: number; pages: number }
  /** All that was found, such as `5,000 orders`. */
  count: string
  /** Behind the labels of choices. */
  counts?: { [Param in keyof Definition['choices']]?: Counts<Choice<Definition, Param>> }
  /** There is something to choose by the quiet choices. */
  isMixed?: boolean
  /** Further fields of the search. */
  fields?: ReactNode
  belowSearch?: ReactNode
  aboveRows?: ReactNode
  belowRows?: ReactNode
  /** What is shown where nothing was found. */
  empty: ReactNode
  /** What is shown below the search where nothing can be found. */
  unavailable?: ReactNode
  children: ReactNode
}

/** A list with its search, its choices and its pages. */
export function List<Definition extends ListDefinition>(props: Props<Definition>) {
  const { list, asked, found, count, counts, isMixed = false, empty, children } = props
  const { search } = list
  const searchForm = search && (
    <SearchForm {...search} keep={[...Object.keys(list.choices), ...(search.keep ?? [])]}>
      {props.fields}
    </SearchForm>
  )
  if (props.unavailable) {
    return (
      <>
        {searchForm}
        {props.unavailable}
      </>
    )
  }
  return (
    <>
      {searchForm}
      {props.belowSearch}
      {Object.entries(list.choices).map(([param, { label, choices, isQuiet }]) => {
        const current: string = asked[param as keyof Chosen<Definition>]
        if (isQuiet && !isMixed && current === choices[0]?.[0]) return null
        return (
          <ListChoices
            key={param}
            label={label}
            param={param}
            choices={choices}
            current={current}
            counts={counts?.[param]}
          />
        )
      })}
      {props.aboveRows}
      {found.total > 0 ? children : empty}
      {props.belowRows}
      <Paging page={found.page} pages={found.pages} count={count} />
    </>
  )
}

type SearchProps = {
  label: string
  placeholder?: string | undefined
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

type Counts<Value extends string = string> = Partial<Record<Value, string | undefined>>

type ChoicesProps = {
  label: string
  /** The parameter of the address; without it the first choice holds. */
  param: string
  choices: readonly (readonly [value: string, label: string])[]
  current: string
  counts: Counts | undefined
}

/** Filters or sorts a list, by a parameter of the address; its other parameters stay. */
function ListChoices({ label, param, choices, current, counts }: ChoicesProps) {
  const [search] = useSearchParams()
  const addressOf = (choice: string) => {
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

type EmptyProps = {
  children: ReactNode
  /** What one can do now, each where it is done [HELP-04]. */
  next: readonly (readonly [to: string, label: string] | false)[]
}

/** What is shown in place of a list that has nothing to show. */
export function EmptyList({ children, next }: EmptyProps) {
  const links = next.filter((each) => each !== false)
  return (
    <div className="mt-6 border-line border-y px-4 py-10 text-center">
      <p className="text-muted">{children}</p>
      {links.length > 0 && (
        <p className="mt-3 flex flex-wrap justify-center gap-x-6 gap-y-1">
          {links.map(([to, label]) => (
            <Link key={to} to={to} className="link inline-block py-1">
              {label}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

/** Asks for the file of all that the list finds. */
export function ListFile({ action, children }: { action: string; children: ReactNode }) {
  const { search } = useLocation()
  return (
    <DownloadButton action={`${action}${search}`} className="link inline-block py-1">
      {children}
    </DownloadButton>
  )
}
