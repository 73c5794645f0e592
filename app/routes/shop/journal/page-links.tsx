import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

type Props = { page: number; pages: number }

/** From one page of the journal to the next, where there is more than one. */
export function PageLinks({ page, pages }: Props) {
  if (pages < 2) return null
  return (
    <nav
      aria-label="Pages of the journal"
      className="page-band flex flex-wrap items-center justify-between gap-4 md:grid md:grid-cols-3"
    >
      <div>
        {page > 1 && (
          <Link
            to={pageAddress(Math.min(page - 1, pages))}
            rel="prev"
            className="button button-line whitespace-nowrap"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Newer posts
          </Link>
        )}
      </div>
      <p className="tabular text-center text-sm text-muted max-md:order-last max-md:w-full">
        Page {page} of {pages}
      </p>
      <div className="text-right">
        {page < pages && (
          <Link
            to={pageAddress(page + 1)}
            rel="next"
            className="button button-line whitespace-nowrap"
          >
            Older posts
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
    </nav>
  )
}

export function pageAddress(page: number): string {
  return page === 1 ? '/blog' : `/blog?page=${page}`
}
