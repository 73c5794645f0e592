/** Headers of a page whose address is its key, or that is about one reader: no cache stores it. */
export const privatePage = { 'Cache-Control': 'no-store' } as const
