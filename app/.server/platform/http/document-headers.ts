import type { HeadersArgs } from 'react-router'

/** The headers of what the page shows: an error, else the response to its form, else its loader. */
export function documentHeaders({ actionHeaders, loaderHeaders, errorHeaders }: HeadersArgs) {
  return errorHeaders ?? (actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders)
}
