/** A page of a list: numbered from 1; `limit` and `offset` find its rows. */
export type Pagination = { page: number; pages: number; limit: number; offset: number }

/** What is no number is the first page, one beyond the end is the last; an empty list has one page. */
export function paginate(asked: number, total: number, limit: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit))
  const page = Number.isNaN(asked) ? 1 : Math.min(Math.max(1, Math.trunc(asked)), pages)
  return { page, pages, limit, offset: (page - 1) * limit }
}
