import { useEffect } from 'react'
import type { Answer, Failure } from './client-action.ts'
import { createStore } from './store.ts'

/** How long a success is shown [ERR-02]. */
const shownMs = 3000

type Toast = { message: string; detail?: string | undefined }

const shown = createStore<Toast | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows that something succeeded, once the server said so; `detail` is a second line. Errors are
 * banners, which stay. In the browser only: call it from events, effects and client actions.
 */
export function showToast(message: string, detail?: string): void {
  clearTimeout(timer)
  shown.set({ message, detail })
  timer = setTimeout(() => shown.set(null), shownMs)
}

/** Shows what an action has done, once for each answer. Gives the failure for the banner. */
export function useAnswer<Typed>(answer: Answer<Typed> | undefined): Failure<Typed> | undefined {
  const done = answer && 'done' in answer ? answer : undefined
  useEffect(() => {
    if (done) showToast(done.done, done.detail)
  }, [done])
  return answer && 'refused' in answer ? answer.refused : undefined
}

export function Toasts() {
  const toast = shown.useValue()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center"
    >
      {toast && (
        <div className="border border-gold-deep bg-raised px-5 py-3">
          <p>{toast.message}</p>
          {toast.detail && <p className="text-muted text-sm">{toast.detail}</p>}
        </div>
      )}
    </div>
  )
}
