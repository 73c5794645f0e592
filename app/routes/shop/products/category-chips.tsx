import { Link } from 'react-router'
import type { Category } from '#app/domain/catalog/product.ts'
import { type Search, searchAddress } from './search.ts'

type Props = { search: Search; categories: readonly Category[] }

/** The categories in a row, beside the dropdown that has them too: on a phone swiped, beside `Filters` [LIST-23]. */
export function CategoryChips({ search, categories }: Props) {
  const chips = [{ id: '', name: 'All', slug: '' }, ...categories]
  return (
    <nav
      aria-label="Categories"
      className="max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:right-26 max-md:h-12 md:max-lg:hidden lg:min-w-0 lg:grow"
    >
      <ul className="chips">
        {chips.map(({ id, name, slug }) => (
          <li key={id}>
            <Link
              to={searchAddress({ q: search.q, category: slug, page: 1 })}
              replace
              preventScrollReset
              aria-current={search.category === slug ? 'true' : undefined}
              className="chip"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
