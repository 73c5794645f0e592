import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

type Props = {
  /** From 1. */
  page: number
  pages: number
  /** Without it, `param` in the present address changes and the rest of it stays. */
  addressOf?: (page: number) => string
  param?: string
  /** What is counted, e.g. `5,000 products`. The control is then small, and there for one page too. */
  count?: string
  label?: string
  previous?: ReactNode
  next?: ReactNode
  /** For a list far down a screen: leaves the screen where it is. */
  preventScrollReset?: boolean
  className?: string
}

/** From one page of a list to the next. */
export function Paging({
  page,
  pages,
  addressOf,
  param = 'page',
  count,
  label = 'Pages',
  previous = 'Previous',
  next = 'Next',
  preventScrollReset = false,
  className = '',
}: Props) {
  const [search] = useSearchParams()
  const isSmall = count !== undefined
  if (pages < 2 && !isSmall) return null

  const link = (rel: 'prev' | 'next', to: number, text: ReactNode) => {
    const look = isSmall ? 'link py-2' : 'button button-line whitespace-nowrap'
    return to >= 1 && to <= pages ? (
      <Link
        to={addressOf ? addressOf(to) : withPage(search, param, to)}
        rel={rel}
        preventScrollReset={preventScrollReset}
        className={look}
      >
        {text}
      </Link>
    ) : (
      // Keeps the place, so that the other link does not move under the hand.
      <span aria-hidden="true" className={`invisible ${look}`}>
        {text}
      </span>
    )
  }
  // A page past the last one leads back to the last one.
  const toPrevious = link('prev', Math.min(page - 1, pages), previous)
  const toNext = link('next', page + 1, next)
  const nav = `flex flex-wrap items-center justify-between gap-4 ${className}`

  if (!isSmall) {
    return (
      <nav aria-label={label} className={nav}>
        {toPrevious}
        <p className="text-center text-muted text-sm">
          Page {page} of {pages}
        </p>
        {toNext}
      </nav>
    )
  }
  return (
    <nav aria-label={label} className={`${nav} py-4 text-sm`}>
      <p className="text-muted">
        {count}
        {pages > 1 && `, page ${page} of ${pages}`}
      </p>
      {pages > 1 && (
        <p className="flex gap-5">
          {toPrevious}
          {toNext}
        </p>
      )}
    </nav>
  )
}

function withPage(search: URLSearchParams, param: string, page: number): string {
  const next = new URLSearchParams(search)
  if (page === 1) next.delete(param)
  else next.set(param, String(page))
  return `?${next}`
}
