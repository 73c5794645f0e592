import { useEffect } from 'react'
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useMatches,
  useRevalidator,
} from 'react-router'
import { createStore } from './store.ts'

type Results = Record<string, DataStrategyResult>

/** What the screen shows now, by route; empty if an error is shown in its place. */
let shown: Results = {}
const failed = createStore(false)

/** In the browser: where data of the same screen cannot be loaded again, what it shows stays [ADM-20]. */
export const keepShownData: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET' || request.signal.aborted) return results
  const isReload = request.url.split('#')[0] === window.location.href.split('#')[0]
  const isShown = Object.keys(shown).length > 0
  const isKept = isReload && isShown && Object.values(results).some(isUnreachable)
  failed.set(isKept)
  return isKept ? shown : results
}

/** No answer, or a fault of the server; a redirect, a refusal and a missing page are answers. */
function isUnreachable({ type, result }: DataStrategyResult): boolean {
  if (type === 'data' || result instanceof Response) return false
  return !isRouteErrorResponse(result) || result.status >= 500
}

/** Says that the screen could not be loaded again, and offers to try. */
export function ReloadFailed() {
  const hasFailed = failed.useValue()
  const { revalidate, state } = useRevalidator()
  const matches = useMatches()
  useEffect(() => {
    shown = Object.fromEntries(
      matches.map(({ id, loaderData }) => [id, { type: 'data', result: loaderData }]),
    )
    return () => {
      shown = {}
    }
  }, [matches])
  return hasFailed ? (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-baseline gap-x-5 text-alert print:hidden"
    >
      <p>The shop couldn’t be reached. This screen shows what was loaded last.</p>
      <button
        type="button"
        disabled={state !== 'idle'}
        onClick={() => void revalidate()}
        className="link min-h-8"
      >
        Reload
      </button>
    </div>
  ) : null
}
