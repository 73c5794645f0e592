import { data, isRouteErrorResponse, type ShouldRevalidateFunction } from 'react-router'
import { errorText } from '#app/ui/layout/error-screen.tsx'
import { isServerError } from '#app/ui/page/lost-connection.ts'

/** Why a write was not done, for the error banner and the fields. */
export type Failure<Typed = unknown> = {
  code: string
  message: string
  /** What happened to it and of what was typed; a second sentence of the banner. */
  advice?: string
  /** The same write may succeed a moment later: the banner offers it again. */
  canRetry?: boolean
  /** What was entered could not be tried: a second press saves it anyway. */
  canSaveAnyway?: boolean
  /** By field name, what is wrong with it. */
  errors?: Record<string, string>
  /** What was typed, as it was sent: a page without JavaScript shows it again. */
  typed?: Typed | undefined
}

/** What an action answers: what was done, as a toast says it, or why it was not. */
export type Answer<Typed = unknown> =
  | { done: string; detail?: string | undefined }
  | { refused: Failure<Typed> }

const signedOut =
  'You’ve been signed out. Nothing you typed is lost. Sign in again in another tab, then come back here and save.'
const confirmFirst = 'Please confirm it’s you. Nothing has been changed yet.'
/**
 * Titles that the specification has for any failure [FORM-16, PARA-05, SHIP-03, GADM-16]. All others say
 * that nothing was done, which nobody knows.
 */
const forAnyFailure = /^(An unexpected error occurred|Failed to save changes|Unexpected error: )/

/** Sent, and the answer never arrived: it may have been done. */
const unknownOutcome = (message: string): Failure<never> => {
  const code = 'unreachable'
  const kept = 'What you typed is still here.'
  if (!forAnyFailure.test(message)) {
    const advice = `The shop couldn’t be reached. ${kept}`
    return { code, message: `We ${notKnown}`, advice, canRetry: true }
  }
  const advice = `The shop couldn’t be reached, so we ${notKnown} ${kept}`
  return { code, message, advice, canRetry: true }
}
const notKnown =
  'don’t know whether this was done. Check in a new tab, then try again if it wasn’t.'
const broken = 'The shop couldn’t do this right now. What you typed is still here.'

/**
 * Runs a server action such that the screen stays as it is whatever comes back: a redirect to the
 * sign-in page, a lost connection or a fault of the server would otherwise replace the form.
 * Every `clientAction` of the admin area goes through it.
 */
export async function keepScreen<Result>(
  serverAction: () => Promise<Result>,
  message = 'An unexpected error occurred',
) {
  try {
    return await serverAction()
  } catch (failure) {
    if (isSignedOut(failure)) return refuse({ code: 'signed_out', message: signedOut }, 401)
    if (failure instanceof Response && failure.headers.has('Location')) throw failure
    if (isServerError(failure)) {
      return refuse({ code: 'unexpected', message, advice: broken, canRetry: true }, 500)
    }
    const answered = isRouteErrorResponse(failure) || failure instanceof Response
    if (!answered) return refuse(unknownOutcome(message), 500)
    const text = errorText(failure)
    // A proxy that waited in vain: the shop may have done it.
    if (!text?.sentence && [502, 504].includes(failure.status)) {
      return refuse(unknownOutcome(message), failure.status)
    }
    // The dialog asks, and sends the same form again [FRESH-02].
    if (text?.code === 'fresh_factor_needed') {
      return refuse({ code: text.code, message: confirmFirst }, failure.status)
    }
    const sentence = text?.sentence
    const advice = sentence ? `${sentence} What you typed is still here.` : broken
    // What this role may not do is refused again.
    const canRetry = failure.status !== 403
    return refuse({ code: 'unexpected', message, advice, canRetry }, failure.status)
  }
}

/** The same, as the `clientAction` of a route. */
export const keepingScreen =
  <Args extends { serverAction: () => Promise<unknown> }>(message?: string) =>
  ({ serverAction }: Args) =>
    keepScreen(serverAction as () => Promise<Awaited<ReturnType<Args['serverAction']>>>, message)

/** For `shouldRevalidate`: also where a colleague was first, so that the page shows what they changed. */
export const alsoAfterConflict: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 409 || defaultShouldRevalidate

/** With a status of failure, so that the page's loaders are not run again. */
function refuse(refused: Failure<never>, status: number) {
  return data({ refused }, { status: Math.max(status, 400) })
}

function isSignedOut(failure: unknown): boolean {
  if (failure instanceof Response) {
    const location = failure.headers.get('Location') ?? ''
    return failure.status === 401 || location.includes('/admin/login')
  }
  return isRouteErrorResponse(failure) && failure.status === 401
}
