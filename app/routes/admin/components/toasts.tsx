import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import type { Answer, Failure } from './client-action.ts'

/** How long a success is shown [ERR-02]. */
const shownMs = 3000

type ShowToast = (message: string, detail?: string) => void

const ToastContext = createContext<ShowToast>(() => undefined)

/**
 * Shows that something succeeded, once the server said so; `detail` is a second line. Errors are
 * banners, which stay.
 */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

/** Shows what an action has done, once for each answer. Gives the failure for the banner. */
export function useAnswer<Typed>(answer: Answer<Typed> | undefined): Failure<Typed> | undefined {
  const toast = useToast()
  const done = answer && 'done' in answer ? answer : undefined
  useEffect(() => {
    if (done) toast(done.done, done.detail)
  }, [done, toast])
  return answer && 'refused' in answer ? answer.refused : undefined
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ id: number; message: string; detail?: string } | null>(null)
  const show = useCallback<ShowToast>(
    (message, detail) =>
      setToast((last) => ({ id: (last?.id ?? 0) + 1, message, ...(detail ? { detail } : {}) })),
    [],
  )
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center"
      >
        {toast && (
          <div key={toast.id} className="border border-gold-deep bg-raised px-5 py-3">
            <p>{toast.message}</p>
            {toast.detail && <p className="text-muted text-sm">{toast.detail}</p>}
          </div>
        )}
      </div>
    </ToastContext>
  )
}
