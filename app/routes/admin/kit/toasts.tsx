import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

/** How long a success is shown [ERR-02]. */
const shownMs = 3000

type Toast = { id: number; sentence: string }

const ToastContext = createContext<(sentence: string) => void>(() => undefined)

/** Says that something succeeded, once the server said so. Errors are banners, which stay. */
export function useToast(): (sentence: string) => void {
  return useContext(ToastContext)
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const say = useCallback(
    (sentence: string) => setToast((last) => ({ id: (last?.id ?? 0) + 1, sentence })),
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
        {toast && <p key={toast.id}>{toast.sentence}</p>}
      </div>
    </ToastContext>
  )
}
