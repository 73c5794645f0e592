import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { reloadOnce } from '../page/reload-once.ts'

/** A page that could not be shown: not there, or broken. Shows nothing of the cause [ROUTE-02, SEC-06]. */
export function ErrorScreen({ error }: { error: unknown }) {
  const here = useLocation()
  useEffect(() => void reloadOnce(error), [error])
  const missing = isMissing(error)
  const text = errorText(error)
  return (
    <div className="frame flex flex-col items-center py-32 text-center">
      <p className="hallmark mb-8 text-base">{missing ? '404' : '.0000'}</p>
      <h1>{errorTitle(error)}</h1>
      <p className="mt-6 max-w-md text-muted">
        {text
          ? text.sentence
          : missing
            ? "The page you're looking for doesn't exist."
            : 'This page couldn’t be shown. Nothing you did is lost. Please try again in a moment.'}
      </p>
      <p className="mt-10 flex flex-wrap justify-center gap-4">
        {!text && !missing && (
          <Link to={here} reloadDocument className="button button-gold">
            Try again
          </Link>
        )}
        <Link
          to={text?.next?.to ?? '/'}
          reloadDocument={text?.next?.reload ?? false}
          {...(text?.next?.newTab && { target: '_blank', rel: 'noreferrer' })}
          className="button button-line"
        >
          {text?.next?.label ?? 'Return Home'}
        </Link>
      </p>
    </div>
  )
}

/** The title to go with it; what is merely out of reach at present is not called missing. */
export function errorTitle(error: unknown): string {
  return errorText(error)?.title ?? (isMissing(error) ? 'Page Not Found' : 'Something went wrong')
}

/** What a page that cannot be shown says itself, thrown as `data(…)`. */
export type ErrorText = {
  title: string
  sentence: string
  /** For programs. */
  code?: string
  /** Where the button leads; `reload`: as if its address was entered, so that nothing failed is kept. */
  next?: { to: string; label: string; reload?: boolean; newTab?: boolean }
}

/** What the page or the server says itself; null where there is only a status. */
export function errorText(error: unknown): ErrorText | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null
  if (typeof data === 'string') return refusedBefore(data)
  return typeof data === 'object' && data && 'sentence' in data ? (data as ErrorText) : null
}

/** What the server refused before any route saw it, in the JSON of API errors. */
function refusedBefore(text: string): ErrorText | null {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } }
    const sentence = error?.message
    return typeof sentence === 'string' ? { title: 'Not accepted', sentence } : null
  } catch {
    return null
  }
}

export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
