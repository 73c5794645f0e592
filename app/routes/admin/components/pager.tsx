import { Link, useSearchParams } from 'react-router'

type Props = {
  /** From 1. */
  page: number
  pages: number
  /** What is counted, in words: `5,000 products`. */
  count: string
  /** For a list far down a screen: leaves the screen where it is. */
  staysPut?: boolean
  label?: string
}

/** Earlier and later pages of a list, by `page` in the address; everything else in it stays. */
export function Pager({ page, pages, count, staysPut = false, label = 'Pages' }: Props) {
  const [search] = useSearchParams()
  const to = (wanted: number) => {
    const next = new URLSearchParams(search)
    if (wanted === 1) next.delete('page')
    else next.set('page', String(wanted))
    return `?${next}`
  }
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-4 py-4 text-sm"
    >
      <p className="tabular text-muted">
        {count}
        {pages > 1 && `, page ${page} of ${pages}`}
      </p>
      {pages > 1 && (
        <p className="flex gap-5">
          {page > 1 && (
            <Link to={to(page - 1)} rel="prev" preventScrollReset={staysPut} className="link py-2">
              Previous
            </Link>
          )}
          {page < pages && (
            <Link to={to(page + 1)} rel="next" preventScrollReset={staysPut} className="link py-2">
              Next
            </Link>
          )}
        </p>
      )}
    </nav>
  )
}
