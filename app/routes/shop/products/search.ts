/** What is asked of the collection; its home is the address, so that it can be linked and gone back to. */
export type Search = { q: string; category: string; page: number }

/** Nobody types more; longer is cut, not refused. */
export const maxQueryLength = 200

/** From the address. Whatever cannot be meant is read as not asked. */
export function readSearch(params: URLSearchParams): Search {
  const page = params.get('page') ?? ''
  return {
    q: (params.get('q') ?? '').slice(0, maxQueryLength),
    category: (params.get('category') ?? '').slice(0, maxQueryLength),
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  }
}

/** The shortest address that asks the same. */
export function searchAddress({ q, category, page }: Search): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  if (category) params.set('category', category)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query ? `/products?${query}` : '/products'
}

export function isFiltered({ q, category }: Pick<Search, 'q' | 'category'>): boolean {
  return q.trim() !== '' || category !== ''
}
