import { data, isRouteErrorResponse } from 'react-router'
import type { EnrollmentAnswer } from './perform-enrollment.ts'

/** What the screen shows now: one of a link, in one tab. */
let shown: EnrollmentAnswer | null = null

const first = { step: 'account', email: '', errors: {} } as const

/** In the browser: where no answer comes the step stays, with what was typed, and says so. */
export async function keepStep(serverAction: () => Promise<EnrollmentAnswer>) {
  try {
    const answer = await serverAction()
    shown = answer
    return answer
  } catch (failure) {
    if (failure instanceof Response || isRouteErrorResponse(failure)) throw failure
    const message = 'The shop could not be reached. What you typed is still here; please try again.'
    const step = !shown || shown.step === 'done' ? first : shown
    return data<EnrollmentAnswer>({ ...step, message }, { status: 503 })
  }
}
