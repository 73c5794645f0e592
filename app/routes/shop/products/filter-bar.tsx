import { ChevronDown } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Category } from '#app/domain/catalog/product.ts'
import { CategoryChips } from './category-chips.tsx'
import { isFiltered, maxQueryLength, type Search, searchAddress } from './search.ts'

type FilterBarProps = { search: Search; categories: readonly Category[] }

/** Long enough not to ask at every letter, short enough to feel at once. */
const settleMs = 250

/**
 * Search and category, below the bar while the page scrolls [LIST-04], behind a toggle on small
 * screens [LIST-10]. A plain form that asks by address; with JavaScript it asks while one types.
 */
export function FilterBar({ search, categories }: FilterBarProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const [openAtFirst] = useState(isFiltered(search))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    const given = new FormData(form.current)
    const address = searchAddress({
      q: String(given.get('q') ?? ''),
      category: String(given.get('category') ?? ''),
      page: 1,
    })
    navigate(address, { replace: true, preventScrollReset: true })
  }
  const askSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, settleMs)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  // Back, or a link that clears the search, changes the address under a field nobody is typing in.
  useEffect(() => {
    const input = field.current
    if (input && document.activeElement !== input) input.value = search.q
    if (choice.current) choice.current.value = search.category
  }, [search.q, search.category])

  const unknown = search.category && !categories.some(({ slug }) => slug === search.category)

  return (
    <search className="sticky top-16 z-20 block border-line border-y bg-ground">
      <div className="frame">
        <div className="relative lg:flex lg:items-center lg:gap-6">
          <CategoryChips search={search} categories={categories} />
          <details
            open={openAtFirst}
            className="group lg:shrink-0 md:[&::details-content]:[content-visibility:visible]"
          >
            <summary className="ml-auto flex min-h-12 w-fit items-center gap-2 md:supports-[selector(::details-content)]:hidden">
              Filters
              <ChevronDown
                aria-hidden="true"
                size={18}
                strokeWidth={1.5}
                className="group-open:rotate-180"
              />
            </summary>
            <form
              ref={form}
              action="/products#pieces"
              onSubmit={onSubmit}
              className="flex flex-col gap-3 pb-4 md:flex-row md:pb-0"
            >
              <input
                ref={field}
                type="search"
                name="q"
                aria-label="Search products"
                placeholder="Search products..."
                defaultValue={search.q}
                maxLength={maxQueryLength}
                autoComplete="off"
                enterKeyHint="search"
                onChange={askSoon}
                className="quiet-field min-w-0 grow placeholder:text-muted lg:w-52 lg:grow-0"
              />
              <div className="relative min-w-0 md:shrink-0 lg:ml-4">
                <select
                  ref={choice}
                  name="category"
                  aria-label="Category"
                  defaultValue={search.category}
                  onChange={ask}
                  className="quiet-field w-full max-w-full appearance-none pr-10 pl-4 md:max-w-60 md:pr-6 md:pl-0"
                >
                  <option value="">All Categories</option>
                  {categories.map(({ id, name, slug }) => (
                    <option key={id} value={slug}>
                      {name}
                    </option>
                  ))}
                  {unknown && (
                    <option value={search.category}>{search.category.slice(0, 40)}</option>
                  )}
                </select>
                <ChevronDown
                  aria-hidden="true"
                  strokeWidth={1.5}
                  className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted md:right-0"
                />
              </div>
              <button type="submit" className="button button-line hidden noscript:inline-flex">
                Search
              </button>
            </form>
          </details>
        </div>
      </div>
    </search>
  )
}
