import { data, isRouteErrorResponse } from 'react-router'
import type { NewerProduct } from '#app/.server/queries/admin-product.ts'

export type Refused = {
  code: string
  message: string
  /** Which field, e.g. `sizes.1.fee`. */
  at?: string
  /** What another admin saved meanwhile. */
  newer?: NewerProduct | null
}

export type SaveAnswer =
  | { saved: { id: string; skipped: string[]; mocked: boolean } }
  | { refused: Refused }

export const unexpected = 'An unexpected error occurred'
export const signedOut =
  'You have been signed out. Nothing you typed is lost: sign in again in another tab, then come back here and save.'

/**
 * Runs a write in the browser such that the screen stays as it is whatever comes back: a redirect
 * to the sign-in page, a lost connection or a fault would otherwise take the form away.
 */
export async function stayingHere<Answer>(
  write: () => Promise<Answer>,
): Promise<Answer | ReturnType<typeof refusedHere>> {
  try {
    return await write()
  } catch (failure) {
    return isSignedOut(failure)
      ? refusedHere({ code: 'signed_out', message: signedOut }, 401)
      : refusedHere({ code: 'unexpected', message: unexpected }, 500)
  }
}

/** With a status of failure, so that the page's loaders are not run again. */
function refusedHere(refused: Refused, status: number) {
  return data({ refused }, { status })
}

function isSignedOut(failure: unknown): boolean {
  if (failure instanceof Response) {
    const leadsTo = failure.headers.get('Location') ?? ''
    return failure.status === 401 || leadsTo.includes('/admin/login')
  }
  return isRouteErrorResponse(failure) && (failure.status === 401 || failure.status === 403)
}
