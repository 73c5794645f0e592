import { data, isRouteErrorResponse } from 'react-router'
import { isServerError } from '#app/ui/page/lost-connection.ts'
import { showNotSent } from '#app/ui/page/not-sent.ts'

/** The router of the page, as React Router keeps it on `window`. */
type Routed = {
  __reactRouterDataRouter?: { state: { actionData: Record<string, unknown> | null } }
}

/**
 * Runs a server action. If the connection is lost, the page keeps its state and the form says that it was not
 * sent [LOST-01]. Responses from the server are passed through. Every clientAction of the shop uses it.
 */
export async function keepForm<Result>(serverAction: () => Promise<Result>) {
  const wasOffline = !navigator.onLine
  const { actionData } = (window as Routed).__reactRouterDataRouter?.state ?? {}
  try {
    return await serverAction()
  } catch (failure) {
    const isAnswer = failure instanceof Response || isRouteErrorResponse(failure)
    if (isAnswer || isServerError(failure)) throw failure
    showNotSent(wasOffline)
    const [before] = Object.values(actionData ?? {})
    // With a status of failure, so that the page's loaders are not run again.
    return data(before as Result, { status: 503 })
  }
}
