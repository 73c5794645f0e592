import { data } from 'react-router'
import { found } from '#app/.server/platform/http/page-errors.ts'
import type { ErrorText } from '#app/ui/layout/error-screen.tsx'

const unknown: ErrorText = {
  title: 'Page Not Found',
  sentence:
    'This link doesn’t lead to an order. It may be incomplete, or we may have emailed the buyer a newer one.',
  next: { to: '/find-order', label: 'Find my order' },
}

/** What a link to an order leads to; the same 404 for one that never was and one that was replaced [PRIVACY-10]. */
export const foundOrder = <T>(asked: Promise<T | null>) => foundBy(asked, unknown)

/** What a secret link leads to; where it leads to nothing, the page says what it is for. */
export async function foundBy<T>(asked: Promise<T | null>, unknown: ErrorText): Promise<T> {
  const page = await found(asked.then((known) => known ?? 'unknown'))
  if (page === 'unknown') throw data(unknown, { status: 404 })
  return page
}
