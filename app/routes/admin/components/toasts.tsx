import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

/** How long a success is shown [ERR-02]. */
const shownMs = 3000

type Toast = { id: number; sentence: string; detail: string | undefined }

type Say = (sentence: string, detail?: string) => void

const ToastContext = createContext<Say>(() => undefined)

/**
 * Says that something succeeded, once the server said so; with a second line for what exactly.
 * Errors are banners, which stay.
 */
export function useToast(): Say {
  return useContext(ToastContext)
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const say = useCallback<Say>(
    (sentence, detail) => setToast((last) => ({ id: (last?.id ?? 0) + 1, sentence, detail })),
    [],
  )
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={say}>
      {children}
      <div role="status" className="admin-toast">
        {toast && (
          <div key={toast.id}>
            <p>{toast.sentence}</p>
            {toast.detail && <p className="text-muted text-sm">{toast.detail}</p>}
          </div>
        )}
      </div>
    </ToastContext>
  )
}
