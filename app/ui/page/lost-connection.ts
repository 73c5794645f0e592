/**
 * The answer of the shop to a request for its health; null where the connection is lost. A local shop is
 * reachable even when the browser reports being offline.
 */
export const reachShop = (): Promise<Response | null> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null)

/** Whether a form changes data. Searches use GET; forms submitted by script may have no method. */
export const writes = (form: HTMLFormElement): boolean =>
  form.getAttribute('method')?.toLowerCase() !== 'get'

/** The server answered that it failed, and the router tells nothing of why. */
export const isServerError = (failure: unknown): boolean =>
  failure instanceof Error && failure.message === 'Unexpected Server Error'
