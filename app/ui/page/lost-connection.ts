/**
 * The answer of the shop to a request for its health; null where the connection is lost. A shop on this very
 * machine is reached without any network.
 */
export const reachShop = (): Promise<Response | null> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null)

/** A search only asks; it says so by its method, which a form that a screen sends itself has not. */
export const writes = (form: HTMLFormElement): boolean =>
  form.getAttribute('method')?.toLowerCase() !== 'get'

/** The server answered that it failed, and the router tells nothing of why. */
export const isFaultOfServer = (failure: unknown): boolean =>
  failure instanceof Error && failure.message === 'Unexpected Server Error'
