import { data, isRouteErrorResponse } from 'react-router'
import { toldBy } from '#app/ui/layout/error-screen.tsx'

/** Why a write was not done, for the error banner. */
export type Failure = {
  code: string
  message: string
  /** What became of it and of what was typed; a second sentence of the banner. */
  advice?: string
  /** The same write may succeed a moment later: the banner offers it again. */
  canRetry?: boolean
}

/** What a write answers in the browser where the server's own answer did not come. */
export type NotDone = { refused: Failure }

const unexpected = 'An unexpected error occurred'
const signedOut =
  'You have been signed out. Nothing you typed is lost: sign in again in another tab, then come back here and save.'
const unreachable =
  'The shop could not be reached, so this may not have been saved. What you typed is still here.'
const broken = 'The shop could not do this right now. What you typed is still here.'

/**
 * Runs a write in the browser such that the screen stays as it is whatever comes back: a redirect
 * to the sign-in page, a lost connection or a fault of the server would otherwise replace the form.
 * Every `clientAction` of the admin area goes through it.
 */
export async function stayingHere<Answer>(
  write: () => Promise<Answer>,
  message = unexpected,
): Promise<Answer | ReturnType<typeof notDone>> {
  try {
    return await write()
  } catch (failure) {
    if (isSignedOut(failure)) return notDone({ code: 'signed_out', message: signedOut }, 401)
    if (failure instanceof Response && failure.headers.has('Location')) throw failure
    const answered = isRouteErrorResponse(failure) || failure instanceof Response
    const code = answered ? 'unexpected' : 'unreachable'
    const advice = answered ? (sentenceOf(failure) ?? broken) : unreachable
    return notDone({ code, message, advice, canRetry: true }, answered ? failure.status : 500)
  }
}

/** With a status of failure, so that the page's loaders are not run again. */
function notDone(refused: Failure, status: number) {
  return data<NotDone>({ refused }, { status: Math.max(status, 400) })
}

function isSignedOut(failure: unknown): boolean {
  if (failure instanceof Response) {
    const leadsTo = failure.headers.get('Location') ?? ''
    return failure.status === 401 || leadsTo.includes('/admin/login')
  }
  return isRouteErrorResponse(failure) && failure.status === 401
}

/** The server's own words, where its answer holds some. */
function sentenceOf(failure: unknown): string | null {
  const told = toldBy(failure)
  return told && `${told.sentence} What you typed is still here.`
}
