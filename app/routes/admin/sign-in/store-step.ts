import { data, isRouteErrorResponse } from 'react-router'
import { errorText } from '#app/ui/layout/error-screen.tsx'
import { isServerError } from '#app/ui/page/lost-connection.ts'
import type { EnrollmentResult } from './perform-enrollment.ts'

/** What the screen shows now: one of a link, in one tab. */
let shown: EnrollmentResult | null = null

const first = { step: 'account', email: '', errors: {} } as const

const unreachable = 'The shop couldn’t be reached. What you typed is still here; please try again.'
const broken = 'The shop couldn’t do this right now. What you typed is still here.'

/**
 * In the browser: where no answer comes, or the server cannot do it right now, the step stays with
 * what was typed, and says so. Another refusal is of the link, and takes the screen.
 */
export async function keepStep(serverAction: () => Promise<EnrollmentResult>) {
  try {
    const answer = await serverAction()
    shown = answer
    return answer
  } catch (failure) {
    const answered = failure instanceof Response || isRouteErrorResponse(failure)
    if (answered && failure.status < 500) throw failure
    const sentence = answered ? errorText(failure)?.sentence : undefined
    const message = sentence ? `${sentence} What you typed is still here.` : broken
    const wasReached = answered || isServerError(failure)
    const step = !shown || shown.step === 'done' ? first : shown
    return data<EnrollmentResult>(
      { ...step, errors: {}, message: wasReached ? message : unreachable },
      { status: 503 },
    )
  }
}
